public import CivilTime

/// Why a zone can't be had from this machine.
public enum ZoneFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name could lead out of the folder, or is no name of a zone.
  case badName(String)
  /// None of the folders has it.
  case notFound(name: String, folders: [String])
  /// A file that is there can't be read: which call failed, on what, and the system's code and text.
  case unreadable(path: String, call: String, code: Int32, text: String)
  /// A path that is no regular file.
  case notAFile(path: String)
  /// A file larger than any zone; the limit is 262 144 bytes.
  case tooLarge(path: String)
  /// A file that is no usable zone.
  case badData(path: String, ZoneDataError)
  /// The environment's `TZ` is neither a zone's name or file nor a POSIX TZ string.
  case badSetting(String)

  /// One line of English.
  public var description: String {
    switch self {
    case .badName(let name): "'\(name)' can't be the name of a time zone"
    case .notFound(let name, let folders):
      "time zone '\(name)' is not in \(folders.isEmpty ? "any folder" : folders.joined(separator: ", "))"
    case .unreadable(let path, let call, let code, let text): "\(path): \(call): \(text) (\(code))"
    case .notAFile(let path): "\(path): not a regular file"
    case .tooLarge(let path): "\(path): larger than 262144 bytes, too large for a time zone"
    case .badData(let path, let error): "\(path): \(error)"
    case .badSetting(let value): "TZ is '\(value)', which is neither a time zone nor a POSIX TZ string with rules"
    }
  }
}
