extension GraphDrawing {
  /// One line a box, its arrows below it.
  public var text: String {
    var targets: [String: [Arrow]] = [:]
    for arrow in arrows { targets[arrow.from, default: []].append(arrow) }
    var result = ""
    for box in boxes {
      result += "\(box.id)  \(box.kind.rawValue)  \(box.text)\n"
      for arrow in targets[box.id] ?? [] {
        result += "    → \(arrow.to)" + (arrow.text.isEmpty ? "" : "  (\(arrow.text))") + "\n"
      }
    }
    return result
  }

  /// A flowchart for Mermaid.
  public var mermaid: String {
    let names = shortNames
    var result = "flowchart LR\n"
    for (index, box) in boxes.enumerated() {
      let text = GraphDrawing.escaped(box.text, quote: "#quot;", lineEnd: " ", backslash: "\\", amp: "&amp;")
      let (open, close) =
        switch box.kind {
        case .trigger: ("[", "]")
        case .rule: ("([", "])")
        case .notification, .run: ("[[", "]]")
        case .category: ("{{", "}}")
        case .action: (">", "]")
        }
      result += "  b\(index)\(open)\"\(text)\"\(close)\n"
    }
    for arrow in arrows {
      guard let from = names[arrow.from], let to = names[arrow.to] else { continue }
      result += "  \(from) -->" + (arrow.text.isEmpty ? "" : "|\(arrow.text)|") + " \(to)\n"
    }
    return result
  }

  /// A directed graph for Graphviz.
  public var dot: String {
    let names = shortNames
    var result = "digraph carillon {\n  rankdir=LR;\n"
    for (index, box) in boxes.enumerated() {
      let text = GraphDrawing.escaped(box.text, quote: "\\\"", lineEnd: "\\n", backslash: "\\\\", amp: "&")
      let shape =
        switch box.kind {
        case .trigger: "box"
        case .rule: "oval"
        case .notification: "note"
        case .run: "component"
        case .category: "folder"
        case .action: "cds"
        }
      result += "  b\(index) [shape=\(shape), label=\"\(text)\"];\n"
    }
    for arrow in arrows {
      guard let from = names[arrow.from], let to = names[arrow.to] else { continue }
      result += "  \(from) -> \(to)" + (arrow.text.isEmpty ? "" : " [label=\"\(arrow.text)\"]") + ";\n"
    }
    return result + "}\n"
  }

  /// Names that need no quoting, by box.
  private var shortNames: [String: String] {
    Dictionary(boxes.enumerated().map { ($1.id, "b\($0)") }) { first, _ in first }
  }

  private static func escaped(
    _ text: String, quote: String, lineEnd: String, backslash: String, amp: String
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += quote
      case "\\": result += backslash
      case "&": result += amp
      case "\n": result += lineEnd
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
