import Glibc

/// Why rule files can't be had: something outside the texts failed.
public enum LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A call failed: which, on what, and the system's code.
  case unreadable(path: String, call: String, code: Int32)
  /// Neither a regular file nor a folder.
  case notAFile(path: String)
  /// A folder without `*.yaml` or `*.yml`.
  case noRuleFiles(folder: String)
  /// No file was named, and there is no configuration folder.
  case noConfiguration(folder: String)
  /// No file was named, and neither `XDG_CONFIG_HOME` nor `HOME` says where the configuration folder is.
  case noHome

  /// Why, without the path.
  var reason: String {
    switch self {
    case .unreadable(_, _, let code): String(cString: strerror(code))
    default: "not a file"
    }
  }

  /// One line of English.
  public var description: String {
    switch self {
    case .unreadable(let path, let call, let code): "\(path): \(call): \(String(cString: strerror(code)))"
    case .notAFile(let path): "\(path): neither a file nor a folder"
    case .noRuleFiles(let folder): "\(folder): no *.yaml file in this folder"
    case .noConfiguration(let folder): "\(folder): no such folder; name a file, or write one there"
    case .noHome: "no file is named, and neither XDG_CONFIG_HOME nor HOME is an absolute path"
    }
  }
}
