import Diagnostics
public import YAMLSyntax

/// Compiles rule files.
///
/// Each file is read once, however many rounds it takes until all needs are met:
///
///     var compiler = RuleFileCompiler()
///     var compilation = compiler.compile(sources, context: context)
///     while !compilation.needs.isEmpty {
///       // fetch the needs into `sources`
///       compilation = compiler.compile(sources, context: context)
///     }
public struct RuleFileCompiler: Sendable {
  private let limits: YAMLLimits
  private var files: [String: (bytes: [UInt8], file: DecodedFile)] = [:]
  private var eventCache = EventFileCache()

  /// Makes a compiler whose files keep to limits.
  public init(limits: YAMLLimits = YAMLLimits()) { self.limits = limits }

  /// Compiles what is there; what is missing stands in `needs`.
  ///
  /// Errors depend on the files' text alone; facts, zones and the context bring warnings. Findings are whole only when
  /// `needs` is empty.
  public mutating func compile(_ sources: RuleSources, context: CheckContext = CheckContext()) -> Compilation {
    var order: [DecodedFile] = []
    var needs: [SourceNeed] = []
    var missing: [Diagnostic] = []
    var visited: Set<String> = []
    var waiting = Array(sources.roots.reversed())
    while let next = waiting.popLast() {
      guard visited.insert(next.path).inserted else { continue }
      let decoded = decode(next)
      order.append(decoded)
      var included: [RuleFile] = []
      for (pattern, node) in decoded.includes {
        guard let paths = sources.includes[pattern] else {
          needs.append(.include(pattern: pattern))
          continue
        }
        if paths.isEmpty, !decoded.silenced.contains(WarningCode.includeMissing.rawValue) {
          missing.append(.includeMissing(node.text ?? pattern, at: node.range))
        }
        for path in paths where !visited.contains(path) {
          if let file = sources.included[path] ?? sources.roots.first(where: { $0.path == path }) {
            included.append(file)
          } else {
            needs.append(.file(path: path))
          }
        }
      }
      waiting.append(contentsOf: included.reversed())
    }
    var linker = Linker(files: order, sources: sources, context: context)
    swap(&linker.eventCache, &eventCache)
    var result = linker.link()
    swap(&linker.eventCache, &eventCache)
    result.diagnostics = (result.diagnostics + missing).inFileOrder(files: order.map(\.path))
    var asked: Set<SourceNeed> = []
    result.needs = (needs + linker.needs).filter { asked.insert($0).inserted }
    return result
  }

  private mutating func decode(_ file: RuleFile) -> DecodedFile {
    if let known = files[file.path], known.bytes == file.bytes { return known.file }
    let decoded = decodeFile(file, limits: limits)
    files[file.path] = (file.bytes, decoded)
    return decoded
  }
}

/// Compiles files that need nothing else, or judges what is there.
public func compile(_ sources: RuleSources, context: CheckContext = CheckContext()) -> Compilation {
  var compiler = RuleFileCompiler()
  return compiler.compile(sources, context: context)
}

/// Reads one file by the declarations.
func decodeFile(_ file: RuleFile, limits: YAMLLimits) -> DecodedFile {
  let (root, syntax) = parseYAML(SourceText(path: file.path, bytes: file.bytes), limits: limits)
  guard let root else {
    var result = DecodedFile()
    result.path = file.path
    result.folder = file.folder
    result.isBroken = true
    result.diagnostics = syntax
    return result
  }
  var decoder = Decoder(file: FileContext(path: file.path, folder: file.folder))
  var result = decoder.file(root)
  result.diagnostics =
    syntax.filter { $0.severity == .error || !result.silenced.contains($0.code) } + result.diagnostics
  return result
}
