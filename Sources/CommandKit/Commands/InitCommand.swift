import Glibc

extension CommandDeclaration {
  /// `init`: a first rules file to change.
  static let initialize = CommandDeclaration(
    "init", "write a small commented rules file",
    discussion: "Writes FILE, or rules.yaml in the configuration folder. A file that exists is left alone.",
    arguments: [ArgumentDeclaration("FILE", .optional, "where to write it; - for standard output", completion: .files)],
    examples: [CommandExample("carillon init rules.yaml", "Write rules.yaml in this folder; then try 'carillon next'.")]
  ) { arguments, context throws(CommandFailure) in
    let path: String
    if let given = arguments.one("FILE") {
      if given == "-" {
        context.output.write(starterRules)
        return .success
      }
      guard !given.isEmpty else { throw .usage("FILE is empty; name the rules file") }
      path = given
    } else {
      let folder = try ConfigurationFolder.path(context)
      try ConfigurationFolder.make(folder)
      path = folder + "/rules.yaml"
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw CommandFailure(.failure, "\(path) exists already and was left as it is") }
      throw CommandFailure(.outside, "\(path) could not be written: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let bytes = Array(starterRules.utf8)
    guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      throw CommandFailure(.outside, "\(path) could not be written whole: \(String(cString: strerror(errno)))")
    }
    context.output.write("wrote \(path)\ntry: carillon next\(arguments.one("FILE") == nil ? "" : " \(path)")\n")
    return .success
  }
}

/// Where rules are read from when no file is named.
enum ConfigurationFolder {
  /// `$XDG_CONFIG_HOME/carillon`, else `~/.config/carillon`.
  static func path(_ context: CommandContext) throws(CommandFailure) -> String {
    if let folder = context.environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/carillon" }
    guard let home = context.environment["HOME"], home.hasPrefix("/") else {
      throw CommandFailure(.outside, "neither XDG_CONFIG_HOME nor HOME is set; name the rules file")
    }
    return home + "/.config/carillon"
  }

  /// Makes the folder and those above it, for this user only.
  static func make(_ folder: String) throws(CommandFailure) {
    var prefix = ""
    for part in folder.split(separator: "/") {
      prefix += "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST {
        throw CommandFailure(.outside, "\(prefix) could not be made: \(String(cString: strerror(errno)))")
      }
    }
  }
}

private let starterRules = """
  # Rules for Carillon. Preview them:  carillon next       Check them:  carillon check
  # timezone: Europe/Berlin      # without it, times follow this machine

  actions:
    done:  { title: "Done", do: { acknowledge: true } }
    later: { title: "In 10 minutes", do: { snooze: 10m } }

  categories:
    reminder: { actions: [done, later] }

  rules:
    stretch:
      description: A short break on working days
      when: { weekly: { days: weekdays, at: [11:00, 15:30] } }
      notify: { title: "Stand up and stretch", category: reminder, sound: default }

    # A script, tried three times, with a notification when it fails:
    # backup:
    #   when: { daily: 02:30 }
    #   run: { command: [./backup.sh, --full], timeout: 1h, retry: { attempts: 3, delay: 30s } }
    #   on_failure: { notify: { title: "Backup failed", body: "exit {{ run.exit_code }}: {{ run.last_line }}" } }

  tests:
    - name: no stretching on Saturdays
      rule: stretch
      from: 2026-01-02 12:00
      expect: [2026-01-02 15:30, 2026-01-05 11:00]

  """
