import JSONText

/// Who carries out a run: written before the command starts, so that a service can find the run again.
public struct StartedRecord: Hashable, Sendable {
  /// The supervisor.
  public var supervisor: ProcessIdentity
  /// The command, leader of its session and process group; `nil` until it has been started.
  public var command: ProcessIdentity?
  /// The boot in which these process numbers mean something.
  public var bootID: String

  /// Whether the record is from this boot; after another none of its processes exists.
  public var isFromThisBoot: Bool { bootID == ProcessTable.bootID }

  init(supervisor: ProcessIdentity, command: ProcessIdentity? = nil) {
    self.supervisor = supervisor
    self.command = command
    bootID = ProcessTable.bootID
  }

  init(_ value: JSONValue, path: String) throws(RunFileError) {
    guard value["version"]?.integer == 1, let supervisor = value["supervisor"].flatMap(Self.identity),
      let bootID = value["boot_id"]?.string
    else { throw RunFileError(path, makesNoSense: "a member is missing or has the wrong type") }
    self.supervisor = supervisor
    self.bootID = bootID
    command = value["command"].flatMap(Self.identity)
  }

  /// The record as a line of its file.
  var line: [UInt8] { Array((json.compactText + "\n").utf8) }

  private var json: JSONValue {
    func json(_ identity: ProcessIdentity) -> JSONValue {
      ["pid": .integer(Int64(identity.pid)), "start_ticks": .integer(Int64(clamping: identity.startTicks))]
    }
    return [
      "version": 1, "supervisor": json(supervisor), "command": command.map(json) ?? .null, "boot_id": .string(bootID),
    ]
  }

  private static func identity(_ value: JSONValue) -> ProcessIdentity? {
    guard let pid = value["pid"]?.integer.flatMap({ Int32(exactly: $0) }), pid > 0,
      let ticks = value["start_ticks"]?.integer.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    return ProcessIdentity(pid: pid, startTicks: ticks)
  }
}
