/// Completion scripts for shells, made of the declarations.
struct ShellCompletions {
  let commands: [CommandDeclaration]

  /// A script for bash.
  ///
  /// Names of files are left to bash itself (`-o default`), which knows how to quote them; where none belong, that is
  /// switched off for the one completion.
  var bash: String {
    var cases = ""
    for command in commands {
      let options = command.options.map { "--\($0.name)" } + ["--help"]
      var values = command.options.compactMap { option -> String? in
        guard option.value != nil else { return nil }
        let letter = option.letter.map { "|-\($0)" } ?? ""
        return "      --\(option.name)\(letter)) \(bashReply(option.completion)); return ;;"
      }
      if !values.isEmpty { values = ["      case \"$previous\" in"] + values + ["      esac"] }
      let rest = bashReply(command.arguments.last?.completion ?? .none)
      let body =
        values + [
          "      case \"$current\" in",
          "      -*) if [ -z \"$ended\" ]; then \(bashReply(.words(options))); fi ;;",
          "      *) \(rest) ;;",
          "      esac",
        ]
      cases += "    \(command.name))\n\(body.joined(separator: "\n"))\n      ;;\n"
    }
    return """
      # bash completion for carillon; load it with: source <(carillon completions bash)
      _carillon() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" ended= word
        COMPREPLY=()
        # bash takes --option=value apart at the '='.
        if [ "$current" = = ]; then
          current=
        elif [ "$previous" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          if [ "$word" = -- ]; then ended=yes previous=; fi
        done
        if [ "$COMP_CWORD" -eq 1 ]; then
          \(bashReply(.words(commands.map(\.name) + ["--help", "--version"])))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases)    *) \(bashReply(.none)) ;;
        esac
      }
      complete -o default -F _carillon carillon

      """
  }

  private func bashReply(_ completion: Completion) -> String {
    let noFiles = "compopt +o default 2>/dev/null"
    return switch completion {
    case .none: noFiles
    case .files: ":"
    case .folders: "compopt +o default -o dirnames 2>/dev/null"
    case .words(let words):
      "\(noFiles); COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
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
