/// Namespace of the readers of scalars: raw text to a value of the field's type, never by YAML's guess.
public enum ScalarText {}

extension ScalarText {
  /// Reads `true` or `false`, in the three spellings of YAML 1.2's core schema (section 10.3.2).
  public static func boolean(_ text: String) throws(ScalarFault) -> Bool {
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    let hint: String? =
      switch lowercasedASCII(text) {
      case "yes", "on", "y", "1", "true": "write true"
      case "no", "off", "n", "0", "false": "write false"
      default: nil
      }
    throw ScalarFault("bad-boolean", "\(quoted(text)) is not a boolean: true or false is wanted", hint: hint)
  }
}
