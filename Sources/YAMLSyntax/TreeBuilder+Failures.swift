import CYAML
import Diagnostics

/// Says in plain words why libyaml could not go on.
extension TreeBuilder {
  mutating func fail(_ failure: EventStream.Failure) {
    if failure.kind == YAML_MEMORY_ERROR {
      stop(.outOfMemory(at: source.range(0, 0)))
      return
    }
    let problem = cursor.byteOffset(of: failure.problemIndex)
    let context = cursor.byteOffset(of: failure.contextIndex)
    // A separator that libyaml took for a line break explains the rest of its line.
    let line = lineStart(problem)
    let from = failure.context.isEmpty ? line : min(line, lineStart(context))
    if let separator = check.separators.first(where: {
      $0 >= from && $0 <= problem && !quotedSeparators.contains($0)
    }) {
      scanned = max(scanned, separator + 1)
      stop(.lineSeparator(separatorValue(separator), at: source.range(separator, separator + 3)))
      quotedSeparators.insert(separator)
      return
    }
    // What was said about this line already explains why it cannot be read.
    let said = diagnostics.contains { diagnostic in
      guard let range = diagnostic.range, diagnostic.severity == .error else { return false }
      return range.start.offset >= line && range.start.offset <= problem
        && ["quote-text", "missing-value", "missing-space", "complex-key", "undefined-alias", "tag"]
          .contains(diagnostic.code)
    }
    if said { refuseSilently() } else { stop(explanation(failure, at: problem, context: context)) }
  }

  private mutating func explanation(
    _ failure: EventStream.Failure, at problem: Int, context: Int
  ) -> Diagnostic {
    let here = characterRange(problem)
    if let tab = tabBefore(problem) { return .tab(at: source.range(tab, tab + 1)) }
    switch failure.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      if failure.context == "while scanning a quoted scalar" {
        return .unclosedQuote(at: source.range(context, context + 1), problem: nil)
      }
    case "found unknown escape character":
      let end = min(bytes.count, problem + 2)
      return .badEscape(
        Self.text(bytes, problem, characterEnd(end - 1)), at: source.range(problem, characterEnd(end - 1)),
        #"write \\ for a backslash, or use single quotes"#)
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      let start = lastBackslash(before: problem, notBefore: context)
      let end = escapeEnd(start)
      return .badEscape(
        Self.text(bytes, start, end), at: source.range(start, end),
        #"write \xNN, \uNNNN or \UNNNNNNNN with hexadecimal digits of a character; no surrogates"#)
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return .tab(at: here)
    case "found incompatible YAML document":
      return .directive(
        "only YAML 1.2 and 1.1 are known", at: lineRange(lineStart(problem)), "write '%YAML 1.2' or no such line")
    case "found duplicate %YAML directive":
      return .directive("a second %YAML directive", at: lineRange(lineStart(problem)), "remove it")
    case "found duplicate %TAG directive":
      return .tagDirective(at: lineRange(lineStart(problem)))
    case "found undefined tag handle":
      let place = context < bytes.count && bytes[context] == UInt8(ascii: "!") ? context : problem
      return .quoteText("!", at: textRange(place))
    default: break
    }
    if failure.context.hasPrefix("while scanning a %TAG") || failure.context.hasPrefix("while parsing a %TAG") {
      return .tagDirective(at: lineRange(context))
    }
    if failure.context.hasPrefix("while scanning a directive") || failure.context.hasPrefix("while scanning a %YAML") {
      return .directive(
        "'\(Diagnostic.shortened(Self.text(bytes, context, lineEnd(context))))' is no directive known here",
        at: lineRange(context), "remove the line, or quote a text that begins with '%'")
    }
    if failure.context.hasSuffix("a tag") { return .quoteText("!", at: textRange(context)) }
    if let special = specialBeginning(at: problem) { return special }
    if let quote = strayQuote(before: problem) { return quote }
    switch failure.problem {
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return flowFailure(at: problem, opened: context)
    case "mapping values are not allowed in this context":
      return colonFailure(at: problem)
    case "could not find expected ':'":
      return keyFailure(from: context, at: problem)
    case "did not find expected key", "did not find expected '-' indicator":
      return blockFailure(failure, at: problem, context: context)
    case "did not find expected node content" where problem < bytes.count && bytes[problem] == UInt8(ascii: ":"):
      return .emptyKey(at: here)
    case "did not find expected node content":
      return .syntax("a value is missing here", at: here, hint: "remove the extra comma, or quote an empty text: \"\"")
    case "block sequence entries are not allowed in this context":
      return .syntax(
        "a list item '- …' cannot begin here", at: here, hint: "begin it on a line of its own, or write [a, b]")
    case "mapping keys are not allowed in this context":
      return .complexKey(at: lineRange(problem))
    case "found unexpected ':'":
      return .missingSpace(
        Self.text(bytes, context, min(bytes.count, problem + 1)), at: textRange(context))
    case "did not find expected comment or line break":
      return .quoteText(Self.text(bytes, context, min(context + 1, bytes.count)), at: textRange(context))
    case "found an indentation indicator equal to 0":
      return .syntax("the indentation after '|' or '>' counts from 1", at: here)
    case "did not find expected <document start>":
      return .syntax(
        "text after the end of the document", at: lineRange(problem), hint: "check the indentation of the lines before")
    case "found character that cannot start any token":
      return .syntax(
        "'\(Self.text(bytes, problem, characterEnd(problem)))' cannot begin a value here", at: here,
        hint: "quote this text")
    default: break
    }
    if failure.context.hasSuffix("an anchor") || failure.context.hasSuffix("an alias") {
      return .quoteText(Self.text(bytes, context, min(context + 1, bytes.count)), at: textRange(context))
    }
    let context = failure.context.isEmpty ? "" : " \(failure.context)"
    return .syntax("this is not YAML: \(failure.problem)\(context)", at: here)
  }

  // MARK: Values that YAML reads as something else

  /// A value on the line that begins like an alias, an anchor, a tag or a list but is meant as text.
  private func specialBeginning(at problem: Int) -> Diagnostic? {
    guard let start = valueStart(before: problem), start < bytes.count else { return nil }
    let first = bytes[start]
    let end = lineEnd(start)
    switch first {
    case UInt8(ascii: "{") where start + 1 < end && bytes[start + 1] == first:
      return .quoteText("{{", at: textRange(start))
    case UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "`"):
      return .quoteText(Self.text(bytes, start, start + 1), at: textRange(start))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      // `[x] done`: closed before the problem, on the same line.
      guard let closed = matchingBracket(from: start, to: bytes.count), closed < problem, closed < end else {
        return nil
      }
      let rest = contentStart(closed + 1)
      if rest < end, bytes[rest] == UInt8(ascii: "]") || bytes[rest] == UInt8(ascii: "}") {
        return .syntax(
          "this '\(Self.text(bytes, rest, rest + 1))' closes nothing", at: characterRange(rest), hint: "remove it")
      }
      return .quoteText(Self.text(bytes, start, start + 1), at: textRange(start))
    default: return nil
    }
  }

  /// Text behind a closing quote; the quote itself when it swallowed lines on its way.
  private func strayQuote(before problem: Int) -> Diagnostic? {
    guard let quoted = lastQuoted, quoted.upperBound <= problem else { return nil }
    let between = bytes[quoted.upperBound..<problem]
    guard between.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), problem < bytes.count else { return nil }
    guard bytes[problem] != UInt8(ascii: ":"), bytes[problem] != 0x0A, bytes[problem] != 0x0D else { return nil }
    if lineEnd(quoted.lowerBound) < quoted.upperBound {
      return .unclosedQuote(
        at: source.range(quoted.lowerBound, quoted.lowerBound + 1), problem: characterRange(problem))
    }
    return .textAfterQuote(at: lineRange(problem))
  }

  private func flowFailure(at problem: Int, opened: Int) -> Diagnostic {
    guard opened < bytes.count else { return .syntax("a bracket is never closed", at: characterRange(problem)) }
    // The mark of a pair inside a list, `[a: b`, is not the bracket itself.
    let bracket = bytes[opened] == UInt8(ascii: "{") ? Character("{") : Character("[")
    let here = characterRange(problem)
    guard let closed = matchingBracket(from: opened, to: bytes.count), problem <= closed else {
      return .unclosedBracket(bracket, at: source.range(opened, opened + 1), problem: here)
    }
    if closed > lineEnd(opened), lineStart(problem) > opened, hasKeyColon(lineStart(problem)), bracket == "[" {
      return .unclosedBracket(bracket, at: source.range(opened, opened + 1), problem: here)
    }
    return .badFlowEntry(bracket, at: here, opened: source.range(opened, opened + 1))
  }

  /// A colon where no key can end.
  private func colonFailure(at problem: Int) -> Diagnostic {
    let line = lineStart(problem)
    let first = contentStart(line)
    if let space = missingSpace(before: line) { return space }
    if codePoints(first, problem) > 1024 { return .keyTooLong(at: source.range(first, problem)) }
    if let start = valueStart(before: problem), start > first, start < problem {
      return .colonInText(at: lineRange(start))
    }
    if let before = previousLine(line), !hasColon(before), contentStart(before) - before < first - line {
      let range = lineRange(contentStart(before))
      return .noKeyNoItem(Self.text(bytes, range.start.offset, range.end.offset), at: range)
    }
    if let before = previousLine(line), contentStart(line) - line > contentStart(before) - before {
      return .indentation(
        at: source.range(first, problem),
        "this key is indented deeper than the line before, which has its value already",
        fits: lineRange(contentStart(before)))
    }
    return .syntax("a ':' cannot stand here", at: characterRange(problem), hint: "quote a text that contains ': '")
  }

  /// A line without a colon where a key belongs.
  private func keyFailure(from start: Int, at problem: Int) -> Diagnostic {
    if codePoints(start, min(problem, lineEnd(start))) > 1024 {
      return .keyTooLong(at: source.range(start, lineEnd(start)))
    }
    if let space = missingSpace(inLine: lineStart(start)) { return space }
    let range = lineRange(start)
    return .noKeyNoItem(Self.text(bytes, range.start.offset, range.end.offset), at: range)
  }

  private func blockFailure(_ failure: EventStream.Failure, at problem: Int, context: Int) -> Diagnostic {
    let line = lineStart(problem)
    let first = contentStart(line)
    guard problem == first else {
      return .syntax(
        "'\(Diagnostic.shortened(Self.text(bytes, problem, lineEnd(problem))))' cannot stand here",
        at: lineRange(problem), hint: "quote the value if it is a text")
    }
    let wanted = failure.problem.hasSuffix("key") ? "a key" : "a list item '- …'"
    let columns = context - lineStart(context)
    if first - line == columns, wanted != "a key" {
      return .syntax(
        "a list item '- …' was expected here", at: lineRange(problem),
        hint: "indent the key below its item, or write '- '")
    }
    if first - line == columns {
      return .syntax("a key was expected here", at: lineRange(problem), hint: "a mapping has 'key: value' lines only")
    }
    return .indentation(
      at: lineRange(problem), "this line's indentation fits to no line before it", fits: lineRange(context))
  }
}
