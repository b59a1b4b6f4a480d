import CYAML
import CivilTime
import HostTime
import JSONText
import RuleCompiler
import TriggerGraph

/// Text to graph, beside the event loop of libyaml on the same bytes.
struct YAMLFigures {
  let path: String
  let rounds: Int

  func report() throws {
    let bytes = try FileBytes.read(path)
    let file = RuleFile(path: path, folder: "/", bytes: bytes)
    var sources = RuleSources([file])
    // Zones are read once and are no part of the figure.
    let folder = ZoneFolder(folders: ZoneFolder.usualFolders)
    let first = compile(sources)
    for need in first.needs { if case .zone(let name) = need { sources.zones[name] = try folder.rules(name) } }
    let compiled = compile(sources)
    guard let graph = compiled.graph, !compiled.hasErrors else { throw ProbeFailure(text: "\(path) does not compile") }
    let ours = medianTime(rounds: rounds) { keep(compile(sources).graph) }
    var events = 0
    let theirs = medianTime(rounds: rounds) { events = YAMLFigures.countEvents(bytes) }
    writeFigure(
      "yaml", ("rules", .integer(Int64(graph.rules.count))), ("bytes", .integer(Int64(bytes.count))),
      ("events", .integer(Int64(events))), ("graph_ms", .number(ours / 1_000_000)),
      ("libyaml_ms", .number(theirs / 1_000_000)), ("ratio", .number(ours / theirs)))
  }

  /// Reads all events and throws them away.
  static func countEvents(_ bytes: [UInt8]) -> Int {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return 0 }
    defer { yaml_parser_delete(&parser) }
    return bytes.withUnsafeBufferPointer { text in
      yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
      var count = 0
      var event = yaml_event_t()
      while yaml_parser_parse(&parser, &event) == 1 {
        count += 1
        let isEnd = event.type == YAML_STREAM_END_EVENT
        yaml_event_delete(&event)
        if isEnd { break }
      }
      return count
    }
  }
}
