import Glibc

/// What the programs of the service find out about themselves.
public enum ServicePrograms {
  /// The command `carillon`, which supervises runs: beside this executable, else in `../../bin` of it.
  ///
  /// - Returns: An absolute path; where there is no command, the one beside, so that runs fail with its name.
  public static func command() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? "."
    let places = ["\(folder)/carillon", "\(folder)/../../bin/carillon"]
    return places.first { access($0, X_OK) == 0 } ?? places[0]
  }
}
