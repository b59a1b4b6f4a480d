public import Diagnostics
import RuleCompiler
import YAMLSyntax

/// What came of bringing a rule file into the preferred form.
public indirect enum FormattedFile: Sendable {
  /// It has that form.
  case unchanged
  /// The bytes of the preferred form.
  case changed([UInt8])
  /// The file is left alone: what is wrong with its syntax, or that its form can't be changed without loss.
  case refused([Diagnostic])
}

/// Brings a rule file into the preferred form.
///
/// Two blanks for each level; one blank behind colons and commas; one blank line between sections and between rules that
/// take several lines, none doubled elsewhere; values that need no quotes without them, in their usual spelling. The order
/// of keys, what stands on one line in brackets, texts, comments, anchors, aliases, the byte order mark and the kind of line
/// break stay as they are. What has the form already comes back unchanged.
///
/// Every result is read again and compared: the same tree, the same rules, the same comments in the same order, else the
/// file is refused. Faults of meaning don't matter; a file with one in its syntax is refused with the reason.
///
/// - Complexity: O(bytes) times the depth of brackets; the file is read and compiled twice.
public func formatRules(_ source: SourceText) -> FormattedFile {
  let (root, diagnostics) = parseYAML(source)
  let errors = diagnostics.filter { $0.severity == .error }
  guard errors.isEmpty, let root else { return .refused(errors) }
  guard root.kind != .scalar else { return .unchanged }
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let hasMark = source.bytes.starts(with: mark)
  let plain = hasMark ? SourceText(path: source.path, bytes: Array(source.bytes.dropFirst(3))) : source
  guard let tokens = yamlTokens(of: plain) else { return .refused([.formUnknown(at: root.range)]) }
  let file: ConcreteFile
  do throws(ConcreteParser.Mismatch) {
    var parser = ConcreteParser(plain, tokens: tokens)
    file = try parser.file()
  } catch {
    return .refused([.formUnknown(at: root.range)])
  }
  let original = Content(plain, tokens: tokens)
  let spellings = preferredSpellings(of: plain)
  for chosen in spellings.isEmpty ? [[:]] : [spellings, [:]] {
    let bytes = preferredForm(of: file, plain, spellings: chosen)
    if bytes == plain.bytes { return .unchanged }
    let result = SourceText(path: source.path, bytes: bytes)
    guard original.hasSameMeaning(as: Content(result, tokens: yamlTokens(of: result) ?? []), spellings: chosen) else {
      continue
    }
    return .changed(hasMark ? mark + bytes : bytes)
  }
  return .refused([.formUnknown(at: root.range)])
}

private func preferredForm(of file: ConcreteFile, _ source: SourceText, spellings: [Int: String]) -> [UInt8] {
  let lines = Layout(source: source, spellings: spellings).lines(file)
  let lineBreak = usesCarriageReturn(source.bytes) ? "\r\n" : "\n"
  var bytes = Array(lines.text(lineBreak: lineBreak).utf8)
  // A text in a block scalar ends with a line break only where the file has one behind it.
  if lines.last?.isVerbatim == true, source.bytes.last.map({ $0 != 0x0A && $0 != 0x0D }) ?? false {
    bytes.removeLast(lineBreak.utf8.count)
  }
  return bytes
}

/// Whether the first line ends with CR LF.
private func usesCarriageReturn(_ bytes: [UInt8]) -> Bool {
  guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
  return bytes[first] == 0x0D && first + 1 < bytes.count && bytes[first + 1] == 0x0A
}

extension Diagnostic {
  static func formUnknown(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "internal-limit",
      "the file can't be brought into the preferred form without loss, so it is left as it is",
      at: range, hint: "this is a limit of the formatter, not a mistake in the file; please report it")
  }
}
