import Diagnostics

/// The values of one call, checked against its declaration.
public struct ParsedArguments: Sendable {
  /// Values without a name, by the name of their argument.
  var arguments: [String: [String]] = [:]
  /// Values of options by long name; a switch has one empty value.
  var options: [String: [String]] = [:]

  /// Whether a switch or option was given.
  public func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option, the last one where it was repeated.
  public func value(_ option: String) -> String? { options[option]?.last }

  /// All values of an option, in order.
  public func values(_ option: String) -> [String] { options[option] ?? [] }

  /// The values of an argument, in order.
  public func all(_ argument: String) -> [String] { arguments[argument] ?? [] }

  /// The value of an argument that takes one.
  public func one(_ argument: String) -> String? { arguments[argument]?.first }

  /// The value of an option as a whole number within bounds.
  public func integer(_ option: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage("--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}

/// Reads the words after the command's name.
struct ArgumentParser {
  let command: CommandDeclaration

  /// Options may stand anywhere; after `--` all words are values.
  ///
  /// `--name=value` and `--name value` mean the same.
  func parse(_ words: [String]) throws(CommandFailure) -> ParsedArguments {
    var result = ParsedArguments()
    var positional: [String] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        positional += words[index...]
        break
      }
      if word.hasPrefix("--") {
        try parseLong(word, words, &index, &result)
      } else if word.hasPrefix("-"), word.count > 1, !isNumber(word) {
        try parseShort(word, words, &index, &result)
      } else {
        positional.append(word)
      }
    }
    try assign(positional, to: &result)
    return result
  }

  private func isNumber(_ word: String) -> Bool {
    word.dropFirst().utf8.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
  }

  private func parseLong(
    _ word: String, _ words: [String], _ index: inout Int, _ result: inout ParsedArguments
  ) throws(CommandFailure) {
    // By scalars: a value may begin with a mark that joins with the `=` before it.
    let body = word.unicodeScalars.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    guard let option = command.options.first(where: { $0.name == name }) else {
      let near = closestMatch(to: name, among: command.options.map(\.name))
      let hint = near.map { "; did you mean '--\($0)'?" } ?? "; see 'carillon \(command.name) --help'"
      throw .usage("'\(command.name)' has no option '--\(name)'\(hint)")
    }
    let rest = body.drop { $0 != "=" }
    try store(option, inline: rest.isEmpty ? nil : String(rest.dropFirst()), words, &index, &result)
  }

  private func parseShort(
    _ word: String, _ words: [String], _ index: inout Int, _ result: inout ParsedArguments
  ) throws(CommandFailure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.letter == letter }) else {
        throw .usage("'\(command.name)' has no option '-\(letter)'; see 'carillon \(command.name) --help'")
      }
      if option.value != nil, !letters.isEmpty {
        try store(option, inline: String(letters), words, &index, &result)
        return
      }
      try store(option, inline: nil, words, &index, &result)
    }
  }

  private func store(
    _ option: OptionDeclaration, inline: String?, _ words: [String], _ index: inout Int,
    _ result: inout ParsedArguments
  ) throws(CommandFailure) {
    var value = ""
    if let kind = option.value {
      if let inline {
        value = inline
      } else if index < words.count {
        value = words[index]
        index += 1
      } else {
        throw .usage("--\(option.name) needs a value: --\(option.name) \(kind)")
      }
      if case .words(let allowed) = option.completion, !allowed.contains(value) {
        throw .usage("--\(option.name) is one of \(allowed.joined(separator: ", ")), not '\(value)'")
      }
    } else if inline != nil {
      throw .usage("--\(option.name) takes no value")
    }
    if !option.isRepeatable, result.options[option.name] != nil {
      throw .usage("--\(option.name) is given twice")
    }
    result.options[option.name, default: []].append(value)
  }

  private func assign(_ values: [String], to result: inout ParsedArguments) throws(CommandFailure) {
    var rest = values[...]
    for (position, argument) in command.arguments.enumerated() {
      let following = command.arguments[(position + 1)...].count { $0.count == .one || $0.count == .some }
      switch argument.count {
      case .one:
        guard let value = rest.popFirst() else { throw missing(argument) }
        result.arguments[argument.name] = [value]
      case .optional:
        if rest.count > following, let value = rest.popFirst() { result.arguments[argument.name] = [value] }
      case .any, .some:
        let taken = rest.prefix(max(0, rest.count - following))
        if argument.count == .some, taken.isEmpty { throw missing(argument) }
        result.arguments[argument.name] = Array(taken)
        rest = rest.dropFirst(taken.count)
      }
    }
    if let extra = rest.first {
      throw .usage("'\(command.name)' takes no further argument '\(extra)'; see 'carillon \(command.name) --help'")
    }
  }

  private func missing(_ argument: ArgumentDeclaration) -> CommandFailure {
    .usage("'\(command.name)' needs \(argument.name): \(argument.meaning)")
  }
}
