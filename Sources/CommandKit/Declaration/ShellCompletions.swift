/// Completion scripts for shells, made of the declarations.
struct ShellCompletions {
  let commands: [CommandDeclaration]

  /// A script for bash.
  var bash: String {
    var cases = ""
    for command in commands {
      let options = command.options.map { "--\($0.name)" } + ["--help"]
      let values = command.options.compactMap { option -> String? in
        guard option.value != nil else { return nil }
        return "      --\(option.name)) \(bashReply(option.completion)); return ;;"
      }
      let rest = bashReply(command.arguments.last?.completion ?? .none)
      cases += """
            \(command.name))
              case "$previous" in
        \(values.joined(separator: "\n"))
              esac
              case "$current" in
              -*) COMPREPLY=($(compgen -W "\(options.joined(separator: " "))" -- "$current")) ;;
              *) \(rest) ;;
              esac
              ;;

        """
    }
    return """
      # bash completion for carillon; load it with: source <(carillon completions bash)
      _carillon() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " ")) --help --version" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
      }
      complete -o filenames -F _carillon carillon

      """
  }

  private func bashReply(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .files: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folders: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    }
  }

  /// A script for zsh.
  var zsh: String {
    let names = commands.map { "    '\($0.name):\(zshQuoted($0.summary))'" }.joined(separator: "\n")
    var cases = ""
    for command in commands {
      var lines = command.options.map { option in
        let argument = option.value.map { ":\($0.lowercased()):\(zshAction(option.completion))" } ?? ""
        return "'\(option.isRepeatable ? "*" : "")--\(option.name)[\(zshQuoted(option.meaning))]\(argument)'"
      }
      lines.append("'--help[Show this help]'")
      lines += command.arguments.map { argument in
        let place = argument.count == .any || argument.count == .some ? "*" : ""
        return "'\(place):\(argument.name.lowercased()):\(zshAction(argument.completion))'"
      }
      let body = lines.joined(separator: " \\\n        ")
      cases += "    \(command.name))\n      _arguments \\\n        \(body)\n      ;;\n"
    }
    return """
      #compdef carillon
      # zsh completion for carillon; save it as _carillon in a folder of $fpath
      _carillon() {
        local -a commands
        commands=(
      \(names)
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(cases)  esac
      }
      _carillon "$@"

      """
  }

  private func zshQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// A script for fish.
  var fish: String {
    var text = "# fish completion for carillon; load it with: carillon completions fish | source\n"
    text += "complete -c carillon -f\n"
    for command in commands {
      text += "complete -c carillon -n __fish_use_subcommand -a \(command.name) -d '\(fishQuoted(command.summary))'\n"
    }
    for command in commands {
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        let value = option.value == nil ? "" : " -r\(fishArguments(option.completion))"
        text += "complete -c carillon \(condition) -l \(option.name)\(value) -d '\(fishQuoted(option.meaning))'\n"
      }
      for argument in command.arguments {
        let words = fishArguments(argument.completion)
        if !words.isEmpty { text += "complete -c carillon \(condition)\(words)\n" }
      }
    }
    return text
  }

  private func fishQuoted(_ text: String) -> String {
    text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  private func fishArguments(_ completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .files: " -F"
    case .folders: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    }
  }
}
