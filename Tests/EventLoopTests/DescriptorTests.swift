import EventLoop
import Glibc
import Testing

@Suite struct DescriptorTests {
  @Test func tellsWhatIsReadyUntilItIsTaken() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let loop = try Loop()
    var seen: [Descriptor.Readiness] = []
    let reader = try Descriptor(on: loop, ends[0], for: .read) { seen.append($0) }
    #expect(try loop.turn(atMost: 0) == false)
    write(ends[1], "x", 1)
    #expect(try loop.turn(atMost: 0))
    #expect(try loop.turn(atMost: 0))
    var byte: UInt8 = 0
    read(ends[0], &byte, 1)
    #expect(try loop.turn(atMost: 0) == false)
    close(ends[1])
    #expect(try loop.turn(atMost: 0))
    #expect(seen == [.read, .read, .hungUp])
    try reader.pause()
    #expect(try loop.turn(atMost: 0) == false)
    try reader.resume()
    #expect(try loop.turn(atMost: 0))
  }

  @Test func waitsForRoomOnlyWhenAsked() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let loop = try Loop()
    var ready = 0
    let writer = try Descriptor(on: loop, ends[1], for: []) { if $0.contains(.write) { ready += 1 } }
    #expect(try loop.turn(atMost: 0) == false)
    try writer.wait(for: .write)
    #expect(try loop.turn(atMost: 0))
    #expect(ready == 1)
  }

  @Test func aClosedDescriptorIsAnError() throws {
    let loop = try Loop()
    #expect(throws: LoopError.self) { _ = try Descriptor(on: loop, -1, for: .read) { _ in } }
  }
}
