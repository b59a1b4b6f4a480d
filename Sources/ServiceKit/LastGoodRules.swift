import CivilTime
import JSONText
import RuleCompiler

/// The file that keeps the texts of the rules that were in force last, for a start at which the files are broken, and
/// the last good copies of the files of events that they name.
struct LastGoodRules {
  let path: String

  private static let limit = 256 << 20

  /// Keeps the texts.
  func write(_ sources: RuleSources, at now: Instant) throws(ServiceFailure) {
    let value: JSONValue = [
      "version": 1, "kept": .string(RFC3339.text(now)), "roots": .array(sources.roots.map(Self.json)),
      "included": .array(sources.included.values.sorted { $0.path < $1.path }.map(Self.json)),
      "includes": .array(
        sources.includes.sorted { $0.key < $1.key }.map {
          ["pattern": .string($0.key), "paths": .array($0.value.map(JSONValue.string))]
        }),
      "events": .array(
        sources.keptEventFiles.sorted { $0.key < $1.key }.map {
          ["path": .string($0.key), "text": .string(String(decoding: $0.value, as: UTF8.self))]
        }),
    ]
    try SmallFile.replace(path, with: Array(value.compactText.utf8))
  }

  /// The texts and when they were kept; nil where there are none, or the file makes no sense.
  func read() -> (sources: RuleSources, kept: Instant)? {
    guard let bytes = SmallFile.read(path, limit: Self.limit),
      let value = try? JSONValue.parse(bytes, options: JSONValue.Options(maximumBytes: Self.limit)),
      value["version"]?.integer == 1, let kept = value["kept"]?.string.flatMap(RFC3339.parse)
    else { return nil }
    var sources = RuleSources((value["roots"]?.array ?? []).compactMap(Self.file))
    for file in (value["included"]?.array ?? []).compactMap(Self.file) { sources.included[file.path] = file }
    for include in value["includes"]?.array ?? [] {
      guard let pattern = include["pattern"]?.string else { return nil }
      sources.includes[pattern] = (include["paths"]?.array ?? []).compactMap(\.string)
    }
    for file in value["events"]?.array ?? [] {
      guard let path = file["path"]?.string, let text = file["text"]?.string else { continue }
      sources.keptEventFiles[path] = Array(text.utf8)
    }
    return (sources, kept.instant)
  }

  // A text in force is UTF-8: the compiler refuses every other.
  private static func json(_ file: RuleFile) -> JSONValue {
    [
      "path": .string(file.path), "folder": .string(file.folder),
      "text": .string(String(decoding: file.bytes, as: UTF8.self)),
    ]
  }

  private static func file(_ value: JSONValue) -> RuleFile? {
    guard let path = value["path"]?.string, let folder = value["folder"]?.string, let text = value["text"]?.string
    else { return nil }
    return RuleFile(path: path, folder: folder, bytes: Array(text.utf8))
  }
}
