@_spi(_Unicode) import Swift

extension ScalarText {
  /// Reads the name of a declaration and returns it in NFC (Unicode Standard Annex 15), as names are compared.
  ///
  /// Letters with their marks, digits and `_ - .`, 1 to 128 code points, not beginning with `-` or `.`.
  public static func identifier(_ text: String) throws(ScalarFault) -> String {
    if isPlainName(text) { return text }
    var isASCII = true
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": continue
      case "-", ".":
        if count == 1 {
          throw ScalarFault(
            "bad-identifier", "the name \(quoted(text)) begins with '\(scalar)'", hint: "begin with a letter or digit")
        }
      default:
        isASCII = false
        guard !scalar.isASCII, isNameLetter(scalar) else { throw badIdentifier(text, scalar) }
      }
    }
    guard count >= 1 else { throw ScalarFault("bad-identifier", "the name is empty") }
    guard count <= 128 else {
      throw ScalarFault("bad-identifier", "the name \(quoted(text)) is longer than 128 characters")
    }
    return isASCII ? text : String(String.UnicodeScalarView(text._nfc))
  }

  /// Whether a text is a name as most are: some letters and digits in ASCII.
  private static func isPlainName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= 1, bytes.count <= 128, bytes[0] != UInt8(ascii: "-"), bytes[0] != UInt8(ascii: ".") else {
        return false
      }
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    }
  }

  private static func badIdentifier(_ text: String, _ scalar: Unicode.Scalar) -> ScalarFault {
    let shown = scalar == " " ? "a space" : quoted(String(scalar))
    let fixed = String(text.map { $0 == " " ? "_" : $0 })
    return ScalarFault(
      "bad-identifier", "the name \(quoted(text)) has \(shown) in it: letters, digits and _ - . are possible",
      hint: scalar == " " && !fixed.isEmpty ? "write \(quoted(fixed))" : nil)
  }

  private static func isNameLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
