import Diagnostics
import RuleModel
import YAMLSyntax

extension Decoder {
  /// Reads a text with `{{ name }}` in it; `{{{{` stands for a literal `{{`.
  mutating func template(_ text: String, _ node: YAMLNode) -> Template? {
    // Most texts insert nothing.
    guard node.textContains(UInt8(ascii: "{")) else { return Template(literal: text) }
    var segments: [Template.Segment] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isWhole = true
    while index < bytes.count {
      guard isOpening(bytes, index) else {
        literal.append(bytes[index])
        index += 1
        continue
      }
      if isOpening(bytes, index + 2) {
        literal.append(contentsOf: [UInt8(ascii: "{"), UInt8(ascii: "{")])
        index += 4
        continue
      }
      guard let end = closing(bytes, index + 2) else {
        diagnostics.append(
          Diagnostic(
            .error, "bad-template", "'{{' is never closed", at: node.range(ofTextBytes: index..<index + 2),
            hint: "close it with }}, or write {{{{ for a literal {{"))
        return nil
      }
      if !literal.isEmpty {
        segments.append(.text(String(decoding: literal, as: UTF8.self)))
        literal = []
      }
      var first = index + 2
      var last = end
      while first < last, isBlank(bytes[first]) { first += 1 }
      while last > first, isBlank(bytes[last - 1]) { last -= 1 }
      let name = String(decoding: bytes[first..<last], as: UTF8.self)
      if let value = insertedValue(name, node, first..<last) { segments.append(.value(value)) } else { isWhole = false }
      index = end + 2
    }
    if !literal.isEmpty { segments.append(.text(String(decoding: literal, as: UTF8.self))) }
    return isWhole ? Template(segments: segments) : nil
  }

  /// Refuses known names in braces inside a run, whose values come as environment variables only.
  mutating func refuseInsertion(_ text: String, _ node: YAMLNode) {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return }
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard isOpening(bytes, index), let end = closing(bytes, index + 2) else {
        index += 1
        continue
      }
      var first = index + 2
      var last = end
      while first < last, isBlank(bytes[first]) { first += 1 }
      while last > first, isBlank(bytes[last - 1]) { last -= 1 }
      let name = String(decoding: bytes[first..<last], as: UTF8.self)
      if let hint = InsertedNames.environmentHint(name) {
        diagnostics.append(
          Diagnostic(
            .error, "insertion-in-run", "nothing is inserted into a run: \(quoted(name))",
            at: node.range(ofTextBytes: first..<last), hint: hint))
      }
      index = end + 2
    }
  }

  private mutating func insertedValue(_ name: String, _ node: YAMLNode, _ part: Range<Int>) -> InsertedValue? {
    func fault(_ code: String, _ message: String, _ hint: String?) -> Diagnostic {
      Diagnostic(.error, code, message, at: node.range(ofTextBytes: part), hint: hint)
    }
    switch InsertedNames.meaning(of: name) {
    case .value(let value, let group):
      switch group {
      case .run where !place.hasRun:
        diagnostics.append(
          fault(
            "name-not-here", "\(quoted(name)) has no value here: \(runReason)",
            "notify from on_success, on_failure or on_output"))
        return nil
      case .response where !place.hasResponse:
        diagnostics.append(
          fault("name-not-here", "\(quoted(name)) has no value here: nobody has answered yet", "use it in an action"))
        return nil
      default: return value
      }
    case .notYet:
      diagnostics.append(fault("not-supported-yet", "\(quoted(name)) is not supported yet", nil))
    case .unknown(let near):
      diagnostics.append(
        fault(
          "unknown-name", name.isEmpty ? "the braces are empty" : "\(quoted(name)) is not a name that can be inserted",
          near.map { "did you mean '\($0)'?" }))
    }
    return nil
  }

  private var runReason: String {
    place == .ruleNotification ? "the run starts together with this notification" : "no run has ended"
  }

  private func isOpening(_ bytes: [UInt8], _ index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "{") && bytes[index + 1] == UInt8(ascii: "{")
  }

  private func closing(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index }
      // A name is short and has no braces: an opening that is never closed must not eat the next one.
      if bytes[index] == UInt8(ascii: "{") || index - start > 256 { return nil }
      index += 1
    }
    return nil
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
