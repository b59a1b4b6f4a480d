/// Accepted rule files that together use every key, and their mutations.
public enum SampleFiles {
  /// The example that introduces the language.
  public static let languagePage = """
    timezone: Europe/Berlin

    actions:
      done:  { title: "Done", do: { run: [./scripts/done.sh] } }
      later: { title: "In 10 minutes", do: { snooze: 10m } }
      reply:
        title: Reply
        input: { button: Send, placeholder: "Running late?" }
        do: { run: [./scripts/reply.sh] }

    categories:
      meeting: { actions: [done, later, reply] }

    calendars:
      holidays: { dates: [2026-12-25, 2026-12-26, 2027-01-01] }

    rules:
      standup:
        when: { weekly: { days: weekdays, at: 09:25 }, except: [holidays] }
        notify: { title: "Stand-up in five minutes", category: meeting, sound: default }

      backup:
        when: { daily: 02:30 }
        run: { command: [./scripts/backup.sh, --full], timeout: 1h, retry: { attempts: 3, delay: 30s } }
        on_failure: { notify: { title: "Backup failed", body: "exit {{ run.exit_code }}: {{ run.last_line }}", level: time_sensitive } }

    tests:
      - name: the backup survives the spring change
        rule: backup
        from: 2027-03-27
        expect: [2027-03-27T02:30+01:00, 2027-03-28T03:30+02:00]
      - { rule: standup, day: 2026-12-25, expect: none }
    """

  /// All of them, the first one `languagePage`.
  public static let all = [
    languagePage,
    """
    carillon: 1
    timezone: UTC
    weekend: [fri, sat]
    allow: [missing-day, clock-change]
    limits: { parallel: "8" }
    x-note: { any: thing }
    defaults:
      at: 09:00
      jitter: 90s
      notify: { level: active, expires: 1d }
      run: { timeout: 10m, directory: /tmp }
      action_run: { timeout: none, stdin: none }
    calendars:
      off: { dates: 2026-12-24, ranges: [2026-08-01/2026-08-21], yearly: [dec 25, easter+1], except: [2026-08-15] }
      shop: { weekly: { days: mon-fri, every: 2 }, from: 2026-01-05, until: 2027-12-31, hours: 09:00-17:00, timezone: Europe/Berlin }
      met: { ics: a.ics, hours: 09:00-17:00 }
      due: { rrule: FREQ=WEEKLY;BYDAY=TU, start: 2026-01-06 09:00, rdates: [2026-02-01], exdates: 2026-02-03 10:00 }
      pay: { monthly: { workday: last }, union: off, allow: [calendar-runs-out], x-own: 1 }
      busy: { ranges: 2026-12-18 18:00/2027-01-04 08:00, weekly: weekends }
    rules:
      a:
        description: All fixed triggers
        enabled: true
        labels: { team: a, no: 1.10 }
        grace: 2m
        missed: { policy: all, within: 2d, spread: 10m }
        formerly: old-a
        allow: missing-day
        x-own: ~
        when:
          - { daily: [9:25, noon], timezone: local }
          - { daily: { every: 2 }, from: 2026-01-05, until: 2026-12-31 18:00, count: 5 }
          - { weekly: { days: [mon, fri-sun], at: 09:25:30, weeks: even }, only: weekdays, except: [off, 12-24] }
          - { monthly: { day: [1, last-2], at: 10:00, missing_day: last }, move: nearest, except: off }
          - { monthly: { weekday: second last friday }, offset: [-1d, 10m], gap: skip, fold: both }
          - { monthly: { workday: 3, every: 3 }, from: 2026-01-01, repeats: false }
          - { yearly: { date: [feb 29, 25 december, orthodox-easter-2], missing_day: next } }
          - { yearly: { month: [jan, 7], day: 31 } }
          - { yearly: { month: november, weekday: fourth thursday } }
          - { yearly: { day_of_year: 100 } }
          - { yearly: { week: [1, 53], days: mon } }
          - { dates: [2026-12-24 18:00, "2026-12-31T23:59:00Z"] }
          - { dates: { date: [2026-12-24], at: midnight } }
          - { matching: { year: 2027-2030, month: jun-aug, day: 1-7, weekday: mon, hour: 8, minute: 0-59/20, second: 30 } }
        notify:
          title: "{{ rule.id }} at {{ fire.time }}"
          subtitle: Two
          body: |
            Three
          identifier: "{{ rule.id }}.{{ fire.date }}"
          category: c
          thread: t
          user_info: { key: value, n: 5 }
          icon: bell
          launch_image: start.png
          badge: +1
          sound: chime
          level: time_sensitive
          channels: [terminal]
          expires: 2h
          sequence: [One, { body: Two }, { title: Three, sound: none }]
      b:
        when: [{ hourly: { at: [0, 30], every: 2 }, between: 22:00-07:00, days: weekdays }, { hourly: 5 }, { every: 15m }]
        run:
          script: |
            #!/bin/sh
            echo "$CARILLON_RULE"
          environment: { A: b, C: 1 }
          environment_file: [a.env, ~/b.env]
          timeout: none
          kill_after: 5s
          retry: { attempts: 3, delay: 30s, backoff: exponential, max_delay: 10m }
          overlap: skip
          skip_codes: [75]
          success_codes: 0
          stdin: json
          output: { keep: 64KiB }
        on_success: { fire: d }
        on_failure: [{ notify: { title: Broken, body: "{{ run.output }}" } }, { stop: today }]
        on_timeout: []
        on_output: { badge: "+1" }
      d: { run: [./x, -v], when: [{ in: 5s, offset: 1m }, { startup: service }, { matching: { minute: 5 } }] }
      e: { run: "echo hello", when: { after: { rule: d, outcome: [failure, skipped] } }, offset: 10s }
      f: { notify: Plain, when: { after: d } }
    actions:
      later: { title: Later, do: [{ snooze: tomorrow 08:00 }, { update: { subtitle: "{{ response.text }}" } }] }
      reply: { title: Reply, icon: r, input: { button: Send, placeholder: Text }, foreground: true, do: { run: { command: x } } }
      gone: { title: Gone, destructive: "true", do: [{ remove: true }, { acknowledge: true }, { badge: 0 }] }
    categories:
      c:
        actions: [later, { id: next, title: Next, do: { advance: 5s } }, reply, gone]
        on_open: { advance: true }
        on_dismiss: [{ stop: 2026-12-24 18:00 }, { run: x, on_failure: { notify: Hm } }, { snooze: 10m }]
    tests:
      - { name: t, rule: f, day: 2026-12-25, expect: none }
      - { rule: b, from: 2026-12-25, until: 2026-12-26 12:00, expect: [2026-12-25 22:00] }
    """,
  ]

  /// Returns a text with one to three small changes of lines, keys or values.
  public static func mutated(_ text: String, _ generator: inout SplitMix64) -> String {
    var tokens = self.tokens(text)
    for _ in 0...generator.below(3) {
      guard tokens.count > 2 else { break }
      let place = generator.below(tokens.count)
      switch generator.below(7) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(tokens[generator.below(tokens.count)], at: place)
      case 2: tokens.swapAt(place, generator.below(tokens.count))
      case 3: tokens[place] = values[generator.below(values.count)]
      case 4: tokens[place] += String(UnicodeScalar(UInt8(97 + generator.below(26))))
      case 5: tokens[place] = String(tokens[place].dropLast())
      default: tokens[place] = tokens[generator.below(tokens.count)]
      }
    }
    return tokens.joined()
  }

  private static let values = [
    "none", "true", "false", "~", "5", "-1", "0", "1.5", "09:00", "2026-12-24", "[]", "{}", "[a]", "{ a: b }", "\"\"",
    "mon",
    "last", "10m", "1d", "notify", "run", "when", "x-a", "'5'", "weekends", "easter", "24:00", "&a", "*a", "é",
    "\u{200B}",
  ]

  /// Words, and what stands between them.
  private static func tokens(_ text: String) -> [String] {
    var result: [String] = []
    var isWord = false
    for character in text {
      let belongs = character.isLetter || character.isNumber || character == "_" || character == "-"
      if belongs, isWord, let last = result.indices.last {
        result[last].append(character)
      } else {
        result.append(String(character))
      }
      isWord = belongs
    }
    return result
  }
}
