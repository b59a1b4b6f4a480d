import JSONText

/// The first line that the service sends: `{"carillon": 1, "version": "0.1.0", "pid": 812}`.
public struct ControlGreeting: Hashable, Sendable {
  /// The version of the protocol that this library speaks.
  public static let currentProtocol: Int64 = 1

  /// The version of the protocol that the service speaks; a client of another version says so and leaves.
  public var protocolVersion: Int64
  /// The version of the program.
  public var version: String
  /// The process of the service.
  public var pid: Int32

  /// Makes a greeting.
  public init(protocolVersion: Int64 = ControlGreeting.currentProtocol, version: String, pid: Int32) {
    self.protocolVersion = protocolVersion
    self.version = version
    self.pid = pid
  }

  /// The line, with its line feed.
  public var line: [UInt8] {
    ControlLine.bytes(["carillon": .integer(protocolVersion), "version": .string(version), "pid": .integer(Int64(pid))])
  }

  /// Reads a line without its line feed.
  ///
  /// Members of later versions are passed over, so that the version can be told in any case. A service that refuses a
  /// client (`not-permitted`, `too-many-connections`) sends a reply without an id instead of the greeting; its error is
  /// thrown here.
  public init(line: [UInt8]) throws(ControlError) {
    let value = try ControlLine.parse(line)
    if value["ok"]?.bool == false, case .failure(let error) = try ControlReply(value).outcome { throw error }
    guard let number = value["carillon"]?.integer else {
      throw ControlError(.badRequest, "what answers is no Carillon service")
    }
    protocolVersion = number
    version = value["version"]?.string ?? "?"
    pid = value["pid"]?.integer.flatMap(Int32.init(exactly:)) ?? 0
  }
}

/// A line from the client: `{"id": 1, "command": "pending", "limit": 20}`.
public struct ControlRequest: Hashable, Sendable {
  /// Comes back with the reply; the client gives each of its requests another.
  public var id: Int64
  /// What is asked.
  public var command: ControlCommand
  /// Makes a request.
  public init(id: Int64, _ command: ControlCommand) {
    self.id = id
    self.command = command
  }

  /// The line, with its line feed.
  public var line: [UInt8] {
    var fields = JSONFields()
    fields.set("id", id)
    fields.set("command", command.name)
    command.write(to: &fields)
    return ControlLine.bytes(fields.value)
  }

  /// Reads a line without its line feed.
  ///
  /// - Throws: What to answer, with the request's id where it could be read.
  public init(line: [UInt8]) throws(ControlRequestFault) {
    var known: Int64?
    do throws(ControlError) {
      let value = try ControlLine.parse(line)
      known = value["id"]?.integer
      var reader = try FieldReader(value, "request")
      id = try reader.neededInteger("id", in: Int64.min...Int64.max)
      command = try ControlCommand(named: try reader.neededText("command"), &reader)
      try reader.finish()
    } catch {
      throw ControlRequestFault(id: known, error: error)
    }
  }
}

/// A request that could not be understood.
public struct ControlRequestFault: Error, Hashable, Sendable {
  /// The request's id, where it could be read.
  public var id: Int64?
  /// What is wrong.
  public var error: ControlError
}

/// A line from the service: `{"id": 1, "ok": true, "result": {"badge": 3}}`, or
/// `{"id": 1, "ok": false, "error": {"code": "unknown-rule", "message": "…"}}`.
///
/// Replies come in the order of the requests, but for those that the service has to wait for.
public struct ControlReply: Hashable, Sendable {
  /// The id of the request; nil where it could not be read.
  public var id: Int64?
  /// What came of it.
  public var outcome: Result<ControlResult, ControlError>
  /// Makes a reply.
  public init(id: Int64?, _ outcome: Result<ControlResult, ControlError>) {
    self.id = id
    self.outcome = outcome
  }

  /// The line, with its line feed.
  public var line: [UInt8] {
    var fields = JSONFields()
    fields.set("id", id)
    switch outcome {
    case .success(let result):
      fields.set("ok", .bool(true))
      fields.set("result", result.json)
    case .failure(let error):
      fields.set("ok", .bool(false))
      fields.set("error", ["code": .string(error.code), "message": .string(error.message)])
    }
    return ControlLine.bytes(fields.value)
  }

  /// Reads a line without its line feed.
  ///
  /// - Throws: When it is no reply.
  public init(line: [UInt8]) throws(ControlError) { try self.init(try ControlLine.parse(line)) }

  init(_ value: JSONValue) throws(ControlError) {
    var reader = try FieldReader(value, "reply")
    id = try reader.integer("id", in: Int64.min...Int64.max)
    let isDone = try reader.flag("ok")
    let result = try reader.nested("result") { value throws(ControlError) in try ControlResult(json: value) }
    let error = try reader.nested("error") { value throws(ControlError) in
      var reader = try FieldReader(value, "error")
      let error = ControlError(code: try reader.neededText("code"), message: try reader.neededText("message"))
      try reader.finish()
      return error
    }
    try reader.finish()
    switch (isDone, result, error) {
    case (true, let result?, nil): outcome = .success(result)
    case (false, nil, let error?): outcome = .failure(error)
    default: throw ControlError(.badRequest, "a reply has either a result or an error")
    }
  }
}

/// The form of every line: one JSON value without line breaks.
enum ControlLine {
  static func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.value(value)
    return writer.bytes + [0x0A]
  }

  static func parse(_ line: [UInt8]) throws(ControlError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.parse(
        line, options: JSONValue.Options(maximumDepth: 16, maximumBytes: ControlLines.replyLimit))
    } catch {
      throw ControlError(.badJSON, "not a line of JSON: \(error)")
    }
  }
}
