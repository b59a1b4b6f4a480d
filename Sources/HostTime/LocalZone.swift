public import CivilTime

/// How this machine, or this process, names its own time zone.
///
/// In order: the environment's `TZ`; the symbolic link `/etc/localtime`; `/etc/timezone`, unless a copied
/// `/etc/localtime` says something else; that copy, under the name `local`; UTC.
public struct LocalZone: Sendable {
  /// The value of `TZ`; `nil` when it is not set.
  public let setting: String?
  /// The path that stands for `/etc/localtime`.
  public let localtimePath: String
  /// The path that stands for `/etc/timezone`.
  public let timezonePath: String

  /// Takes the environment and the two paths.
  ///
  /// - Parameters:
  ///   - environment: Names and values; only `TZ` is looked at.
  ///   - localtimePath: A zone file or a link to one.
  ///   - timezonePath: A text file with a zone's name.
  public init(
    environment: [String: String], localtimePath: String = "/etc/localtime", timezonePath: String = "/etc/timezone"
  ) {
    setting = environment["TZ"]
    self.localtimePath = localtimePath
    self.timezonePath = timezonePath
  }

  /// The name of the zone; see `rules(in:)`.
  public func name(in folder: ZoneFolder) throws(ZoneFolderError) -> ZoneName { try rules(in: folder).name }

  /// The zone itself.
  ///
  /// `TZ` may be a zone's name, an absolute path, either with a colon before it, or a POSIX TZ string with its
  /// rules, which then is the zone's name too. Empty means UTC.
  /// - Parameter folder: Where zones are found by name.
  /// - Throws: `ZoneFolderError`: a `TZ` that means nothing, or a file that is there but is no usable zone.
  public func rules(in folder: ZoneFolder) throws(ZoneFolderError) -> ZoneRules {
    guard let setting else { return try machineZone(folder) }
    let value = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    if value.isEmpty { return .utc }
    if value.hasPrefix("/") {
      guard let rules = try zone(atPath: value, folder) else { throw .notFound(name: value, folders: []) }
      return rules
    }
    if ZoneFolder.isSafe(value) {
      do throws(ZoneFolderError) {
        return try folder.rules(ZoneName(value))
      } catch .notFound(let name, let folders) {
        // `UTC0` and `EST5` are safe names of no file, and TZ strings.
        if let rules = try? ZoneRules(name: ZoneName(value), posix: value) { return rules }
        throw .notFound(name: name, folders: folders)
      }
    }
    guard let rules = try? ZoneRules(name: ZoneName(value), posix: value) else { throw .badSetting(setting) }
    return rules
  }

  private func machineZone(_ folder: ZoneFolder) throws(ZoneFolderError) -> ZoneRules {
    if ZoneFile.linkTarget(localtimePath) != nil, let rules = try zone(atPath: localtimePath, folder) {
      return rules
    }
    let copy = try ZoneFile.read(localtimePath)
    if let name = try timezoneName() {
      let named = try folder.file(of: name).bytes
      // The C library follows /etc/localtime; where the two differ, the text file is a leftover.
      if let named, copy == nil || copy == named { return try folder.rules(name) }
    }
    guard let copy else { return .utc }
    return try LocalZone.unnamed(localtimePath, copy)
  }

  /// The zone in a file, named by its place in a zone folder when it, or the link's target, has one.
  private func zone(atPath path: String, _ folder: ZoneFolder) throws(ZoneFolderError) -> ZoneRules? {
    var place = path
    // As many links as the kernel follows.
    for _ in 0..<40 {
      if let name = LocalZone.name(fromPath: place, folder), try folder.file(of: name).bytes != nil {
        return try folder.rules(name)
      }
      guard let target = ZoneFile.linkTarget(place) else { break }
      place = target.hasPrefix("/") ? target : "\(LocalZone.parent(of: place))/\(target)"
    }
    guard let bytes = try ZoneFile.read(path) else { return nil }
    return try LocalZone.unnamed(path, bytes)
  }

  private static func unnamed(_ path: String, _ bytes: [UInt8]) throws(ZoneFolderError) -> ZoneRules {
    do throws(ZoneDataError) {
      return try ZoneRules(name: ZoneName("local"), tzif: bytes)
    } catch {
      throw .badData(path: path, error)
    }
  }

  /// What follows a searched folder, or any folder called `zoneinfo`, in a path.
  static func name(fromPath path: String, _ folder: ZoneFolder) -> ZoneName? {
    var rest: Substring?
    for prefix in folder.folders where path.hasPrefix(prefix + "/") {
      rest = path.dropFirst(prefix.count + 1)
      break
    }
    if rest == nil {
      let parts = path.split(separator: "/", omittingEmptySubsequences: true)
      guard let index = parts.lastIndex(of: "zoneinfo") else { return nil }
      rest = Substring(parts[(index + 1)...].joined(separator: "/"))
    }
    guard var name = rest else { return nil }
    if name.hasPrefix("posix/") { name = name.dropFirst(6) }
    return ZoneFolder.isSafe(String(name)) ? ZoneName(String(name)) : nil
  }

  private static func parent(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? "."
  }

  /// The first line of the text file that is neither empty nor a comment.
  private func timezoneName() throws(ZoneFolderError) -> ZoneName? {
    guard let bytes = try ZoneFile.read(timezonePath) else { return nil }
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let text = String(decoding: line, as: UTF8.self)
      let name = String(text.drop { $0 == " " }.prefix { $0 != " " && $0 != "#" })
      if !name.isEmpty { return ZoneFolder.isSafe(name) ? ZoneName(name) : nil }
    }
    return nil
  }
}
