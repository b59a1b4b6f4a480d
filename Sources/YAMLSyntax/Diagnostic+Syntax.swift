import Diagnostics

/// Words for text that is no YAML.
extension Diagnostic {
  static func quoteText(_ beginning: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "quote-text", "a text that begins with '\(beginning)' means something else in YAML", at: range,
      hint: "quote this text")
  }

  static func textAfterQuote(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "quote-text", "text follows the closing quote", at: range,
      hint: "quote the whole text, with the other kind of quote around it")
  }

  static func colonInText(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "quote-text", "a second ': ' stands in this value", at: range, hint: "quote the value if it is a text")
  }

  static func missingSpace(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "missing-space", "'\(shortened(text))' is one text, since no space follows its colon", at: range,
      hint: "write a space after the colon")
  }

  static func missingValue(_ key: String, whole: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "'\(shortened(key))' has no value, since the comma before it begins a new key",
      at: range,
      hint: whole.map { "quote a text that contains a comma: \"\(shortened($0))\"" }
        ?? "write 'key: value'; quote a text with commas")
  }

  static func loneKey(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "'\(shortened(key))' has no colon and value", at: range, hint: "write 'key: value'")
  }

  static func unclosedBracket(_ bracket: Character, at range: SourceRange, problem: SourceRange) -> Diagnostic {
    let closing = bracket == "[" ? "]" : "}"
    return Diagnostic(
      .error, "unclosed-bracket", "this '\(bracket)' is never closed", at: range, hint: "close it with '\(closing)'",
      related: [Related("'\(closing)' or ',' was expected here", at: problem)])
  }

  static func badFlowEntry(_ bracket: Character, at range: SourceRange, opened: SourceRange) -> Diagnostic {
    let closing = bracket == "[" ? "]" : "}"
    return Diagnostic(
      .error, "syntax", "',' or '\(closing)' was expected here", at: range,
      hint: "quote texts that contain ': ', brackets or quotes",
      related: [Related("the '\(bracket)' is here", at: opened)])
  }

  static func unclosedQuote(at range: SourceRange, problem: SourceRange?) -> Diagnostic {
    Diagnostic(
      .error, "unclosed-quote", "this quote is never closed", at: range, hint: "close it on the same line",
      related: problem.map { [Related("it runs up to here", at: $0)] } ?? [])
  }

  static func tab(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "tab-indentation", "a tab stands where only spaces may", at: range, hint: "indent with spaces")
  }

  static func indentation(at range: SourceRange, _ what: String, fits: SourceRange?) -> Diagnostic {
    Diagnostic(
      .error, "bad-indentation", what, at: range, hint: "align it with its neighbours",
      related: fits.map { [Related("it should fit to this line", at: $0)] } ?? [])
  }

  static func keyTooLong(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "key-too-long", "a key may have 1024 characters at most, on one line", at: range)
  }

  static func noKeyNoItem(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "syntax", "'\(shortened(text))' is neither 'key: value' nor a list item '- …'", at: range,
      hint: "write a colon and a space after a key")
  }

  static func badEscape(_ text: String, at range: SourceRange, _ hint: String) -> Diagnostic {
    Diagnostic(.error, "bad-escape", "'\(shortened(text))' is no escape that YAML knows", at: range, hint: hint)
  }

  static func directive(_ what: String, at range: SourceRange, _ hint: String) -> Diagnostic {
    Diagnostic(.error, "directive", what, at: range, hint: hint)
  }

  static func commentWithoutBlank(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "syntax", "a comment needs a blank before its '#'", at: range, hint: "write a space, or quote the text")
  }

  static func syntax(_ what: String, at range: SourceRange, hint: String? = nil) -> Diagnostic {
    Diagnostic(.error, "syntax", what, at: range, hint: hint)
  }
}
