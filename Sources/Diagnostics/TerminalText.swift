/// Returns a text that cannot steer a terminal or hide something.
///
/// Control characters (C0, C1, DEL), line and paragraph separators, marks that turn the direction of text and
/// characters without width that are no joiners become escapes such as `\u{1B}`; everything else stays.
public func terminalText(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
  var result = ""
  for scalar in text.unicodeScalars { appendTerminalText(scalar, to: &result) }
  return result
}

func appendTerminalText(_ scalar: Unicode.Scalar, to result: inout String) {
  if mustBeEscaped(scalar) {
    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  } else {
    result.unicodeScalars.append(scalar)
  }
}

/// Whether a character could steer the terminal or be invisible where that matters.
private func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  // Zero width space, direction marks, separators, embeddings, invisible operators, isolates; U+200C and U+200D
  // belong to scripts and emoji.
  case 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0x61C, 0xE0000...0xE001F: true
  default: false
  }
}
