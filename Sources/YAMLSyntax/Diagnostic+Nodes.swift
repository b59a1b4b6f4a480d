import Diagnostics

/// Words for nodes that YAML knows and rule files do not, and for limits.
extension Diagnostic {
  static func tooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "too-deep", "nested deeper than the limit of \(limit) levels", at: range)
  }

  static func tooManyNodes(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "too-many-nodes", "more than the limit of \(limit) keys and values in one file", at: range,
      hint: "split it and use 'include'")
  }

  static func tooMuchExpansion(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "too-much-expansion", "aliases and merge keys repeat more than the limit of \(limit) keys and values",
      at: range)
  }

  static func tooManyErrors(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "too-many-errors", "the file was read only to here, after \(limit) errors", at: range)
  }

  static func secondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "second-document", "a second document begins here; a rule file is one document", at: range,
      hint: "put it into a file of its own")
  }

  static func tag(_ tag: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "tag", "'\(tag)' is a YAML tag; rule files have none", at: range,
      hint: "remove it, or quote the text if it is one")
  }

  static func tagDirective(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "directive", "%TAG declares YAML tags; rule files have none", at: range, hint: "remove the line")
  }

  static func complexKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "complex-key", "a key must be a text on one line, without '?'", at: range,
      hint: "quote it if it is a text")
  }

  static func emptyKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "empty-key", "a key is missing before the colon", at: range)
  }

  static func duplicateKey(_ key: String, at range: SourceRange, first: SourceRange, isMerge: Bool) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-key", "the key '\(shortened(key))' stands here a second time", at: range,
      hint: isMerge ? "merge several with '<<: [*a, *b]'" : nil,
      related: [Related("first here", at: first)])
  }

  static func undefinedAlias(_ name: String, near: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "undefined-alias", "no anchor '&\(shortened(name))' stands before this alias", at: range,
      hint: near.map { "did you mean '*\($0)'?" } ?? "quote it if it is a text")
  }

  static func recursiveAlias(_ name: String, at range: SourceRange, anchor: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "recursive-alias", "'*\(shortened(name))' stands inside of what it names", at: range,
      related: [Related("the anchor is here", at: anchor)])
  }

  static func mergeOfOther(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "merge", "'<<' merges mappings, and this is none", at: range,
      hint: "name an anchor of a mapping, as in '<<: *name'")
  }

  /// A text of the file as a message names it: on one line, blanks as one space, at most 60 characters.
  static func shortened(_ text: String) -> String {
    var result = ""
    var count = 0
    var isAfterBlank = false
    for scalar in text.unicodeScalars {
      if scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" {
        isAfterBlank = true
        continue
      }
      guard count < 57 else { return result + "…" }
      if isAfterBlank, count > 0 { result += " " }
      isAfterBlank = false
      result.unicodeScalars.append(scalar)
      count += 1
    }
    return result
  }
}
