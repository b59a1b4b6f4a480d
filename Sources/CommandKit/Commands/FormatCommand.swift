import Diagnostics
import HostTime
import RuleCompiler
import RuleFormat
import RuleLoading

extension CommandDeclaration {
  /// `fmt`: the preferred form.
  static let format = CommandDeclaration(
    "fmt", "rewrite rule files in the preferred form, comments kept",
    discussion:
      "Files that have the form already are not touched. A file whose syntax is wrong is left as it is and named. Included files are rewritten only where they are named too.",
    arguments: [RuleFileArguments.declaration],
    options: [
      OptionDeclaration("check", "write nothing; show what would change, with status 1 when anything would"),
      OptionDeclaration("stdout", "write the preferred form to standard output instead of into the files"),
    ],
    examples: [
      CommandExample("carillon fmt rules.yaml", "Rewrite one file."),
      CommandExample("carillon fmt --check rules", "Only tell which files of a folder would change."),
      CommandExample("carillon fmt - < rules.yaml", "From standard input to standard output."),
    ]
  ) { arguments, context throws(CommandFailure) in
    guard !(arguments.has("check") && arguments.has("stdout")) else {
      throw .usage("--check and --stdout don't go together")
    }
    let loader = RuleLoader(
      environment: context.environment, zones: ZoneFolder(environment: context.environment))
    let files: [RuleFile]
    do throws(LoadError) {
      files = try loader.read(arguments.all("FILE"))
    } catch {
      throw CommandFailure(.outside, error.description)
    }
    var status = ExitStatus.success
    var changed = 0
    for file in files {
      let source = SourceText(path: file.path, bytes: file.bytes)
      let isInput = file.path == "<stdin>"
      let writes = arguments.has("stdout") || isInput && !arguments.has("check")
      switch formatRules(source) {
      case .unchanged:
        if writes { context.output.write(String(decoding: file.bytes, as: UTF8.self)) }
      case .refused(let diagnostics):
        context.errors.write(context.errors.renderer.text(diagnostics, sources: [source]))
        context.errors.write("carillon: \(terminalText(file.path)) was left as it is\n")
        status = .failure
      case .changed(let bytes):
        changed += 1
        if writes {
          context.output.write(String(decoding: bytes, as: UTF8.self))
        } else if arguments.has("check") {
          let difference = LineDifference(
            file.bytes, bytes, names: (file.path, "\(file.path) in the preferred form"))
          context.output.write(difference.text(mostLines: 40))
          status = .failure
        } else {
          try FileReplacement(path: path(of: file), expected: file.bytes).write(bytes)
          context.output.write("rewrote \(terminalText(file.path))\n")
        }
      }
    }
    if arguments.has("check"), changed > 0 {
      context.errors.write("carillon: \(counted(changed, "file") ?? "") would change; 'carillon fmt' rewrites\n")
    }
    return status
  }

  /// A path that `open` understands, whatever the file is called in messages.
  private static func path(of file: RuleFile) -> String {
    if file.path.hasPrefix("/") { return file.path }
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    return file.folder == "/" ? "/\(name)" : "\(file.folder)/\(name)"
  }
}
