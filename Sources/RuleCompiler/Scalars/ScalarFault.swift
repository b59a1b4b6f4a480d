/// Why a scalar's text is not a value of its field.
///
/// The reader of a scalar does not know where the text stands; whoever asked joins the fault and the place.
public struct ScalarFault: Error, Hashable, Sendable {
  /// The diagnostic's stable code, for example `bad-duration`.
  public var code: String
  /// One sentence without a full stop that names the offending text.
  public var message: String
  /// A way out.
  public var hint: String?

  /// Makes a fault.
  public init(_ code: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// Returns a text as a message shows it: in quotes, cut when long, with what can't be seen written as an escape.
func quoted(_ text: String) -> String {
  var shown = "'"
  var count = 0
  for scalar in text.unicodeScalars {
    count += 1
    guard count <= 60 else {
      shown += "…"
      break
    }
    if isInvisible(scalar) {
      shown += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown + "'"
}

/// Whether a scalar leaves no ink and is no plain space, so that a reader could not find it.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse, .surrogate:
    return true
  default: return false
  }
}
