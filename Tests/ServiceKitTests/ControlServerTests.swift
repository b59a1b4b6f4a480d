import ControlProtocol
import EventLoop
import Glibc
import RuleModel
import TestSupport
import Testing

@testable import ServiceKit

/// A client whose waiting turns the loop of the service.
final class SocketClient {
  let descriptor: Int32
  private var lines = ControlLines(limit: ControlLines.replyLimit)
  var isClosed = false

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  @discardableResult
  func send(_ text: String) -> Int {
    text.utf8.count == 0 ? 0 : Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// The next line, if it has come.
  func line() throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { lines.append(buffer[..<count]) }
    if count == 0 { isClosed = true }
    return try lines.next().map { String(decoding: $0, as: UTF8.self) }
  }
}

@Suite struct ControlServerTests {
  let bench: Bench
  let server: ControlServer
  let path: String

  init() throws {
    let bench = try Bench()
    path = bench.folder.path(of: "control.sock")
    server = try ControlServer(on: bench.loop, try ControlSocket(path: path), version: "9.9.9") {
      [weak service = bench.service] connection, request in service?.take(request, from: connection)
    }
    self.bench = bench
  }

  func wait(_ client: SocketClient) throws -> String {
    var line: String?
    try bench.turn {
      line = try client.line()
      return line != nil
    }
    return try #require(line)
  }

  @Test func greetsAndAnswersInOrder() throws {
    let client = try SocketClient(path)
    #expect(try wait(client) == #"{"carillon":1,"version":"9.9.9","pid":\#(getpid())}"#)
    client.send(#"{"id":1,"command":"badge"}"# + "\n" + #"{"id":2,"command":"badge","change":4}"# + "\nnonsense\n")
    client.send(#"{"id":3,"command":"fire","rule":"lost"}"# + "\n")
    #expect(try wait(client) == #"{"id":1,"ok":true,"result":{"badge":0}}"#)
    #expect(try wait(client) == #"{"id":2,"ok":true,"result":{"badge":4}}"#)
    #expect(try wait(client).contains("bad-json"))
    #expect(try wait(client).hasPrefix(#"{"id":3,"ok":false,"error":{"code":"unknown-rule""#))
  }

  @Test func aLineThatNeverEndsIsRefused() throws {
    let client = try SocketClient(path)
    _ = try wait(client)
    let block = String(repeating: " ", count: 1 << 16)
    var answer: String?
    try bench.turn {
      client.send(block)
      answer = try client.line()
      return answer != nil
    }
    #expect(answer?.contains("too-long") ?? false)
    try bench.turn {
      _ = try client.line()
      return client.isClosed
    }
  }

  @Test func answersReachAClientThatHasClosedItsSide() throws {
    let client = try SocketClient(path)
    client.send(#"{"id":1,"command":"badge"}"# + "\n" + #"{"id":2,"command":"badge"}"# + "\n")
    shutdown(client.descriptor, Int32(SHUT_WR))
    _ = try wait(client)
    #expect(try wait(client).hasPrefix(#"{"id":1"#))
    #expect(try wait(client).hasPrefix(#"{"id":2"#))
    try bench.turn {
      _ = try client.line()
      return client.isClosed
    }
  }

  @Test func aClientThatDoesNotReadHoldsNobodyUp() throws {
    var content = PlainContent()
    content.title = "x"
    content.body = String(repeating: "y", count: 60_000)
    for number in 0..<8 {
      _ = try bench.ask(.add(AddedRequest(identifier: "n\(number)", content: content)))
    }
    let lazy = try SocketClient(path)
    for number in 0..<12 { lazy.send(#"{"id":\#(number),"command":"delivered"}"# + "\n") }
    let other = try SocketClient(path)
    _ = try wait(other)
    other.send(#"{"id":1,"command":"badge"}"# + "\n")
    #expect(try wait(other) == #"{"id":1,"ok":true,"result":{"badge":0}}"#)
    // Once it reads, everything it asked for is there.
    for number in -1..<12 {
      let line = try wait(lazy)
      #expect(number < 0 || line.hasPrefix(#"{"id":\#(number),"ok":true"#))
    }
  }

  @Test func tooManyConnectionsAreToldSo() throws {
    var clients: [SocketClient] = []
    for _ in 0..<64 {
      let client = try SocketClient(path)
      _ = try wait(client)
      clients.append(client)
    }
    let last = try SocketClient(path)
    #expect(try wait(last).contains("too-many-connections"))
    clients.removeLast()
    try bench.turn {
      let next = try SocketClient(path)
      return try wait(next).contains("carillon")
    }
  }
}

@Suite struct ControlSocketTests {
  @Test func takesThePlaceOfADeadSocketButOfNothingElse() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "control.sock")
    let first = try ControlSocket(path: path)
    #expect(throws: ServiceFailure.self) { try ControlSocket(path: path) }
    close(first.descriptor)  // as after SIGKILL: the file stays
    let second = try ControlSocket(path: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    second.remove()
    #expect(stat(path, &status) != 0)
    try writeFile(path, [])
    #expect(throws: ServiceFailure.self) { try ControlSocket(path: path) }
  }

  @Test func pathsOfAnyLength() throws {
    let folder = try TemporaryFolder()
    var deep = folder.path
    for _ in 0..<4 {
      deep += "/" + String(repeating: "d", count: 60)
      try #require(mkdir(deep, 0o700) == 0)
    }
    let socket = try ControlSocket(path: deep + "/control.sock")
    var status = stat()
    #expect(stat(deep + "/control.sock", &status) == 0)
    #expect(throws: ServiceFailure.self) { try ControlSocket(path: deep + "/control.sock") }
    socket.remove()
  }
}
