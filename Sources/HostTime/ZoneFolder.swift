public import CivilTime

/// The zone files of this machine: each is read when it is first asked for, and kept by its owner's value.
///
/// Not for use from several threads. A changed file is seen by a new `ZoneFolder` only, so that one
/// compilation never mixes two versions of a zone.
public final class ZoneFolder {
  /// The folders that are searched, in order.
  public let folders: [String]
  var loaded: [String: ZoneRules] = [:]

  /// The usual places of the zone database.
  public static let usualFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// Takes the folders to search.
  ///
  /// - Parameter folders: Absolute paths, the first one first.
  public init(folders: [String]) { self.folders = folders }

  /// Takes `TZDIR`, when it is set and not empty, and then the usual folders.
  ///
  /// - Parameter environment: Names and values, such as those of the process.
  public convenience init(environment: [String: String]) {
    let own = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(folders: (own.map { [$0] } ?? []) + ZoneFolder.usualFolders)
  }

  /// Finds a zone by its name.
  ///
  /// `UTC` is always there, also without a zone database.
  /// - Throws: `ZoneFolderError`: a name that could lead out of the folder, no such file, or a file that can't
  ///   be read or is no zone. A broken file is reported, not passed over for a later folder's.
  public func rules(_ name: ZoneName) throws(ZoneFolderError) -> ZoneRules {
    if let known = loaded[name.rawValue] { return known }
    let (path, bytes) = try file(of: name)
    let rules: ZoneRules
    if let bytes {
      do throws(ZoneDataError) {
        rules = try ZoneRules(name: name, tzif: bytes)
      } catch {
        throw .badData(path: path, error)
      }
    } else if name == .utc {
      rules = .utc
    } else {
      throw .notFound(name: name.rawValue, folders: folders)
    }
    loaded[name.rawValue] = rules
    return rules
  }

  /// The bytes of a zone's file and its path; no bytes when no folder has it.
  func file(of name: ZoneName) throws(ZoneFolderError) -> (path: String, bytes: [UInt8]?) {
    guard ZoneFolder.isSafe(name.rawValue) else { throw .badName(name.rawValue) }
    for folder in folders {
      let path = "\(folder)/\(name.rawValue)"
      if let bytes = try ZoneFile.read(path) { return (path, bytes) }
    }
    return ("", nil)
  }

  /// Whether a name stays within its folder: parts of letters, digits, `.`, `_`, `+` and `-` between single
  /// slashes, none of them starting with a dot or a dash (dash: an option of other programs).
  static func isSafe(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 255 else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
      return part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
    }
  }
}
