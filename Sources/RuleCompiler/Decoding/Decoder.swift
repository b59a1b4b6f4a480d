import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// Reads the tree of one file by the declarations, collecting what it finds.
struct Decoder {
  /// What the file fixes for all its declarations.
  let file: FileContext
  /// What was found.
  var diagnostics: [Diagnostic] = []
  /// Warning codes that the file and the current declaration silence.
  var silenced: Set<String> = []
  /// Those that the file silences.
  var fileSilenced: Set<String> = []
  /// What its values of `when` mean.
  var knownTriggers = KnownTriggers()
  /// Its rules, those without errors.
  var rules: [Rule] = []
  /// Where they stand, one for each of them.
  var rulePlaces: [RulePlace] = []
  /// Where the triggers of its rules stand, one rule's behind the other's.
  var sites: [TriggerSite] = []
  /// Lists of triggers so far; the first is that of rules without any.
  var triggerLists = 1
  /// Names used, resolved when all files are read.
  var uses: [NameUse] = []
  /// Scripts named, looked at when facts are there.
  var scripts: [ScriptUse] = []
  /// Files of events named.
  var eventFiles: [EventFileUse] = []
  /// Zones named.
  var zones = ZoneUses()
  /// Rules that the current rule's outcomes start.
  var fires: [NameUse] = []
  /// Whether steps have a notification to act on here.
  var hasNotification = true
  /// Whether `none` as a text takes away what `defaults` give.
  var removesText = false
  /// What `defaults` of this file fill in.
  var fileDefaults = FileDefaults()
  /// Days of the file that are no workdays.
  var weekend: WeekdaySet = [WeekdaySet(.saturday), WeekdaySet(.sunday)]
  /// What may be inserted into texts here.
  var place: TemplatePlace = .defaults
  /// Whether usual spellings are wanted.
  var notesSpellings = false
  /// Usual spellings by the offset of their scalar.
  var spellings: [Int: String] = [:]

  init(file: FileContext) { self.file = file }
}

/// A file being read.
struct FileContext: Sendable {
  /// Its path as diagnostics show it.
  var path: String
  /// Its folder, absolute.
  var folder: String
}

/// A use of a declared name.
struct NameUse: Sendable {
  /// Kinds of declarations, each with its own names.
  enum Kind: UInt8, CaseIterable, Sendable {
    case calendar, action, category, rule
  }

  var kind: Kind
  var name: String
  var node: YAMLNode
}

/// A program that a run names by its path.
struct ScriptUse: Sendable {
  /// Absolute, or beginning with `~`.
  var path: String
  var node: YAMLNode
  /// Whether it is executed itself, so that it needs the run bit.
  var isExecuted: Bool
  /// Warning codes silenced where it stands.
  var silenced: Set<String>
}

extension Decoder {
  // MARK: Reports

  mutating func error(_ code: String, _ message: String, at node: YAMLNode, hint: String? = nil) {
    diagnostics.append(Diagnostic(.error, code, message, at: node.range, hint: hint))
  }

  mutating func warn(_ code: String, _ message: String, at range: SourceRange, hint: String? = nil) {
    guard !silenced.contains(code) else { return }
    diagnostics.append(Diagnostic(.warning, code, message, at: range, hint: hint))
  }

  mutating func report(_ fault: ScalarFault, at node: YAMLNode) {
    error(fault.code, fault.message, at: node, hint: fault.hint)
  }

  mutating func wrongType(_ node: YAMLNode, wanted: String, example: String? = nil) {
    let found =
      switch node.kind {
      case .scalar: "the text \(quoted(node.text ?? ""))"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    let isText = wanted == "a text" || wanted == "a title"
    error(
      "wrong-type", "\(found) stands where \(wanted) is wanted", at: node,
      hint: isText && node.isFlow ? "quote this text" : example.map { "write for example \($0)" })
  }

  mutating func unknownWord(_ text: String, _ node: YAMLNode, kind: String, words: [String], code: String) {
    let hint =
      if let near = closestMatch(to: lowercasedASCII(text), among: words) ?? closestMatch(to: text, among: words) {
        "did you mean '\(near)'?"
      } else {
        words.contains(lowercasedASCII(text)) ? "write \(lowercasedASCII(text))" : list(words)
      }
    error(code, "\(quoted(text)) is not \(kind)", at: node, hint: hint)
  }

  private func list(_ words: [String]) -> String {
    words.count > 8 ? "one of \(words.prefix(8).joined(separator: ", ")), …" : "one of \(words.joined(separator: ", "))"
  }

  // MARK: Reading

  /// Runs a reader of a scalar and reports its fault at the node.
  @inline(__always)
  mutating func attempt<Value>(_ node: YAMLNode, _ read: () throws(ScalarFault) -> Value) -> Value? {
    do throws(ScalarFault) {
      return try read()
    } catch {
      report(error, at: node)
      return nil
    }
  }

  /// Returns the raw text of a scalar that has one; reports lists, mappings and missing values.
  mutating func scalarText(_ node: YAMLNode, _ kind: String) -> String? {
    if node.isNull {
      missingValue(node, kind)
      return nil
    }
    guard let text = node.text else {
      wrongType(node, wanted: kind)
      return nil
    }
    return text
  }

  /// Reports a null where a value belongs.
  mutating func missingValue(_ node: YAMLNode, _ kind: String) {
    if let comment = node.cuttingComment {
      diagnostics.append(
        Diagnostic(
          .error, "missing-value", "\(kind) is wanted, but what stands here is a comment", at: comment,
          hint: "quote a text that has # in it"))
      return
    }
    error("missing-value", "\(kind) is wanted, but there is no value", at: node)
  }

  /// Reads the elements of a list; nil where it is empty or one of them is wrong.
  mutating func elements<Element>(_ node: YAMLNode, _ element: Grammar<Element>, _ kind: String) -> [Element]? {
    let children = node.elements
    guard !children.isEmpty else {
      error("empty-list", "the list is empty; \(kind) is wanted", at: node)
      return nil
    }
    var result: [Element] = []
    result.reserveCapacity(children.count)
    var isWhole = true
    for child in children {
      if let value = element.read(child, &self) { result.append(value) } else { isWhole = false }
    }
    return isWhole ? result : nil
  }

  /// Returns the pairs of a mapping by its shape; nil where the node is no mapping.
  ///
  /// Keys that don't belong there, keys that are missing and values that are null are reported.
  mutating func entries(_ node: YAMLNode, _ shape: MappingShape) -> Entries? {
    guard node.kind == .mapping else {
      if node.kind == .scalar, node.isNull {
        missingValue(node, shape.kind)
      } else {
        wrongType(node, wanted: shape.kind, example: shape.example)
      }
      return nil
    }
    let entries = Entries(node: node)
    let pairs = node.entries
    for place in pairs.indices {
      let slot = shape.names.place(ofKey: place, in: pairs)
      if let slot, !shape.refused.contains(slot), !pairs.value(place).isNull {
        entries.add(slot: slot, at: place)
      } else {
        refuse(pairs[place], slot, shape)
      }
    }
    for slot in shape.required where !entries.has(slot: slot) {
      let name = shape.fields[slot].name
      if pairs.contains(where: { $0.key.text == name }) { continue }
      error("missing-key", "\(shape.kind) needs `\(name)`", at: node)
    }
    return entries
  }

  /// Reports a pair whose key does not belong there or whose value is null.
  private mutating func refuse(_ pair: YAMLEntries.Element, _ slot: Int?, _ shape: MappingShape) {
    guard let name = pair.key.text else { return }
    guard let slot else {
      if !(shape.allowsExtensions && name.hasPrefix("x-")) { unknownKey(name, pair.key, shape) }
      return
    }
    if shape.refused.contains(slot) {
      notSupportedYet("`\(name)`", at: pair.key)
    } else {
      missingValue(ofKey: pair.key, pair.value, name)
    }
  }

  mutating func notSupportedYet(_ what: String, at node: YAMLNode) {
    error("not-supported-yet", "\(what) is not supported yet", at: node)
  }

  mutating func missingValue(ofKey key: YAMLNode, _ value: YAMLNode, _ name: String) {
    if let comment = value.cuttingComment {
      diagnostics.append(
        Diagnostic(
          .error, "missing-value", "`\(name)` has no value: what stands here is a comment", at: comment,
          hint: "quote a text that has # in it"))
    } else {
      error("missing-value", "`\(name)` has no value", at: value.isMissing ? key : value)
    }
  }

  private mutating func unknownKey(_ name: String, _ key: YAMLNode, _ shape: MappingShape) {
    var hint: String?
    if ["true", "false", "True", "False", "TRUE", "FALSE"].contains(name), key.style == .plain {
      hint = "a YAML 1.1 tool writes \(lowercasedASCII(name)) for a key such as on, yes or no"
    } else if let colon = name.firstIndex(of: ":"), shape.has(String(name[..<colon])) {
      hint = "write a space after the colon: \(name[...colon]) …"
    } else if let meant = shape.synonyms[lowercasedASCII(name)] {
      hint = meant.contains(" ") ? meant : "did you mean '\(meant)'?"
    } else if let near = closestMatch(to: name, among: shape.knownNames) {
      hint = "did you mean '\(near)'?"
    }
    error("unknown-key", "\(quoted(name)) is not a key of \(shape.kind)", at: key, hint: hint)
  }

  /// Reads the value of a key; nil where it does not stand there or is wrong.
  mutating func value<Value>(_ field: Field<Value>, _ entries: Entries) -> Value? {
    guard let node = entries.node(field) else { return nil }
    return field.grammar.read(node, &self)
  }
}
