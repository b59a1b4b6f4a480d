import Glibc

/// A path that others could change, so that what runs from it can't be trusted.
public struct PermissionFault: Hashable, Sendable, CustomStringConvertible {
  /// The path.
  public var path: String
  /// Who could change it.
  public var reason: String

  /// Joins a path and a reason.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// One line of English.
  public var description: String { "\(path): \(reason)" }
}

/// Returns the paths that somebody else than the user or root could change, parents included.
///
/// A folder or file may be writable by the user's own private group (the group with the user's name and no other
/// member); a sticky folder such as `/tmp` may be a parent, since there only owners replace what is theirs.
///
/// - Parameters:
///   - paths: Rule files and folders of scripts, absolute or relative to the process's folder. One that does not exist
///     is passed over.
///   - user: Who runs the service; the effective user where nil.
public func checkPermissions(_ paths: [String], user: UInt32? = nil) -> [PermissionFault] {
  var check = PermissionCheck(user: user ?? geteuid())
  for path in paths { check.look(at: path) }
  return check.faults
}

private struct PermissionCheck {
  let user: UInt32
  let privateGroup: UInt32?
  var faults: [PermissionFault] = []
  private var seen: Set<String> = []

  init(user: UInt32) {
    self.user = user
    privateGroup = Self.privateGroup(of: user)
  }

  mutating func look(at path: String) {
    // Links are followed first: what counts is who can change what is really read.
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    var place = String(cString: real)
    var isParent = false
    while seen.insert(place).inserted {
      judge(place, isParent: isParent)
      guard place != "/", let slash = place.lastIndex(of: "/") else { return }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
      isParent = true
    }
  }

  private mutating func judge(_ path: String, isParent: Bool) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    if facts.st_uid != 0, facts.st_uid != user {
      faults.append(PermissionFault(path: path, reason: "belongs to user \(facts.st_uid)"))
      return
    }
    let isSticky = facts.st_mode & S_IFMT == S_IFDIR && facts.st_mode & UInt32(S_ISVTX) != 0
    if isParent && isSticky { return }
    if facts.st_mode & S_IWOTH != 0 {
      faults.append(PermissionFault(path: path, reason: "can be changed by everybody (chmod o-w)"))
    } else if facts.st_mode & S_IWGRP != 0, facts.st_gid != 0, facts.st_gid != privateGroup {
      faults.append(PermissionFault(path: path, reason: "can be changed by group \(facts.st_gid) (chmod g-w)"))
    }
  }

  /// The user's primary group where it has the user's name and no other member.
  private static func privateGroup(of user: UInt32) -> UInt32? {
    guard let entry = getpwuid(user) else { return nil }
    let group = entry.pointee.pw_gid
    let name = String(cString: entry.pointee.pw_name)
    guard let found = getgrgid(group), String(cString: found.pointee.gr_name) == name else { return nil }
    var member = found.pointee.gr_mem
    while let next = member?.pointee {
      if String(cString: next) != name { return nil }
      member = member?.advanced(by: 1)
    }
    return group
  }
}
