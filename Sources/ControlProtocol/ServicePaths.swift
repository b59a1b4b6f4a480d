/// Where a service keeps its state, listens and finds its rules: the same for the service and for those who talk to it.
public struct ServicePaths: Hashable, Sendable {
  /// The folder of the store and of the runs, for the owner only.
  public let stateFolder: String
  /// The folder of the control socket, for the owner only.
  public let socketFolder: String
  /// The folder whose `*.yaml` files are the rules when none is named.
  public let rulesFolder: String

  /// The control socket.
  public var socket: String { socketFolder + "/control.sock" }

  /// Finds the places of a user's service, or of the system's.
  ///
  /// - Parameters:
  ///   - environment: `XDG_STATE_HOME`, `XDG_CONFIG_HOME`, `XDG_RUNTIME_DIR` and `HOME` are looked at; relative values
  ///     are passed over, as the XDG Base Directory Specification 0.8 asks.
  ///   - state: The folder of `--state`, absolute; the socket then lies in it.
  ///   - isSystem: `/etc/carillon`, `/var/lib/carillon` and `/run/carillon`, but for what `state` names.
  /// - Returns: Nil where the environment names no home.
  public init?(environment: [String: String], state: String? = nil, isSystem: Bool = false) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if isSystem {
      stateFolder = state ?? "/var/lib/carillon"
      socketFolder = state ?? "/run/carillon"
      rulesFolder = "/etc/carillon"
      return
    }
    let home = absolute("HOME")
    guard let configuration = absolute("XDG_CONFIG_HOME") ?? home.map({ $0 + "/.config" }) else { return nil }
    rulesFolder = configuration + "/carillon"
    if let state {
      stateFolder = state
      socketFolder = state
      return
    }
    guard let states = absolute("XDG_STATE_HOME") ?? home.map({ $0 + "/.local/state" }) else { return nil }
    stateFolder = states + "/carillon"
    socketFolder = absolute("XDG_RUNTIME_DIR").map { $0 + "/carillon" } ?? stateFolder
  }
}
