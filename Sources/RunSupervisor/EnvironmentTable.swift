import Glibc

/// The environment of a command: bytes in, `NAME=VALUE` out, a later assignment replacing an earlier one.
struct EnvironmentTable {
  private var places: [[UInt8]: Int] = [:]
  private(set) var entries: [(name: [UInt8], value: [UInt8])] = []

  /// The variables of the service that every command gets, where the service has them.
  static let inherited = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY", "WAYLAND_DISPLAY",
  ]

  /// What `PATH` is where the service has none, as systemd sets it for its services.
  static let defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  mutating func set(_ name: [UInt8], _ value: [UInt8]) {
    if let place = places[name] {
      entries[place].value = value
    } else {
      places[name] = entries.count
      entries.append((name, value))
    }
  }

  mutating func set(_ name: String, _ value: String) { set(Array(name.utf8), Array(value.utf8)) }

  subscript(name: String) -> [UInt8]? { places[Array(name.utf8)].map { entries[$0].value } }

  /// The inherited variables of this process; what a login would set comes from the user database where it is
  /// missing.
  static func base() -> EnvironmentTable {
    var table = EnvironmentTable()
    for name in inherited {
      guard let value = getenv(name) else { continue }
      table.set(Array(name.utf8), Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }
    if table["PATH"] == nil { table.set("PATH", defaultPath) }
    guard ["HOME", "USER", "LOGNAME", "SHELL"].contains(where: { table[$0] == nil }),
      let user = getpwuid(geteuid())?.pointee
    else { return table }
    let known = [
      ("HOME", user.pw_dir), ("USER", user.pw_name), ("LOGNAME", user.pw_name), ("SHELL", user.pw_shell),
    ]
    for (name, value) in known {
      guard table[name] == nil, let value else { continue }
      table.set(name, String(cString: value))
    }
    return table
  }

  /// Whether bytes are a name that a shell can use: letters, digits and `_`, not beginning with a digit.
  static func isName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  /// `NAME=VALUE` for each entry.
  var assignments: [[UInt8]] { entries.map { $0.name + [UInt8(ascii: "=")] + $0.value } }
}
