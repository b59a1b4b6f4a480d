import CommandKit
import Glibc
import JSONText
import TestSupport
import Testing

/// What an edit of the rules, or new zone data, changes, word for word.
@Suite struct DiffCommandTests {
  private let folder: TemporaryFolder
  private let old: String
  private let new: String

  init() throws {
    folder = try TemporaryFolder()
    old = try folder.write(
      "old.yaml",
      """
      timezone: Europe/Berlin
      calendars: { off: { dates: [2026-12-04] } }
      rules:
        tea: { when: { daily: 09:00 }, notify: Tea }
        bins: { when: { weekly: { days: mon, at: 07:00 } }, notify: Bins }
        pills: { when: { daily: [08:00, 20:00] }, notify: Pills }
        rent: { when: { weekly: { days: tue, at: 09:00 } }, notify: Rent }
        call: { when: { daily: 10:00, except: [off] }, notify: Call }
        same: { when: { daily: 11:00 }, run: ./same.sh }
        nap: { when: { daily: 13:00 }, notify: Nap }
        late: { when: { daily: 23:00 }, notify: Late, enabled: false }
      """)
    new = try folder.write(
      "new.yaml",
      """
      timezone: Europe/Berlin
      calendars: { off: { dates: [2026-12-05] } }
      rules:
        once: { when: { in: 5m }, notify: Once }
        late: { when: { daily: 23:00 }, notify: Late }
        same: { when: { daily: { at: "11:00" } }, run: ./same.sh }
        tea: { when: { daily: 09:00 }, notify: "Tea!" }
        bins: { when: { weekly: { days: mon, at: 07:30 } }, notify: Bins }
        pills: { when: { daily: 08:00 }, notify: Pills }
        rental: { when: { weekly: { days: tue, at: 09:00 } }, notify: Rent, formerly: rent }
        call: { when: { daily: 10:00, except: [off] }, notify: Call }
      """)
  }

  @Test func ruleByRule() {
    let call = CommandCall("diff", old, new, "--from", "2026-12-01", "--days", "7", "--each", "2")
    #expect(
      call.output == """
        once: new; armed anew by a reload; counts anew from the reload; 1 appears, 0 as before
          appears   Tue 2026-12-01 00:05 CET
        late: enabled; armed anew by a reload; 7 appear, 0 as before
          appears   Tue 2026-12-01 23:00 CET
          appears   Wed 2026-12-02 23:00 CET
          … and 5 more
        tea: content changed; nothing armed anew; fires as before
        bins: trigger changed; armed anew by a reload; 1 moves, 0 as before
          moves   Mon 2026-12-07 07:00 CET   to Mon 2026-12-07 07:30 CET
        pills: trigger changed; armed anew by a reload; 7 vanish, 7 as before
          vanishes   Tue 2026-12-01 20:00 CET
          vanishes   Wed 2026-12-02 20:00 CET
          … and 5 more
        rental: renamed from rent, what is stored moves along; nothing armed anew; fires as before
        call: nothing armed anew; 1 appears, 1 vanishes, 5 as before
          appears    Fri 2026-12-04 10:00 CET
          vanishes   Sat 2026-12-05 10:00 CET
        nap: gone; 7 vanish, 0 as before
          vanishes   Tue 2026-12-01 13:00 CET
          vanishes   Wed 2026-12-02 13:00 CET
          … and 5 more
        8 rules differ: 9 appear, 15 vanish, 1 move

        """)
    #expect(call.status == .success)
  }

  @Test func exitCode() {
    #expect(CommandCall("diff", old, new, "--exit-code").status == .failure)
    let same = CommandCall("diff", old, old, "--exit-code")
    #expect(same.status == .success)
    #expect(same.output == "no difference\n")
  }

  @Test func oneRuleByEitherName() {
    for name in ["rent", "rental"] {
      let call = CommandCall("diff", old, new, "--rule", name, "--days", "3")
      #expect(call.output.hasPrefix("rental: renamed from rent"))
      #expect(call.output.hasSuffix("1 rule differs: 0 appear, 0 vanish, 0 move\n"))
    }
    let unknown = CommandCall("diff", old, new, "--rule", "rentl")
    #expect(unknown.errors == "carillon: there is no rule 'rentl'; did you mean 'rent'?\n")
    #expect(unknown.status == .failure)
  }

  @Test func json() throws {
    let call = CommandCall(
      "diff", old, new, "--rule", "bins", "--from", "2026-12-01", "--until", "2026-12-10", "--format", "json")
    #expect(
      try JSONValue.parse(call.output) == [
        "from": "2026-12-01T00:00:00+01:00", "until": "2026-12-10T00:00:00+01:00",
        "rules": [
          [
            "rule": "bins", "reload": ["changed"], "armed_anew": true, "anchored_anew": false, "same": 0, "appears": 0,
            "vanishes": 0, "moves": 1,
            "occurrences": [
              [
                "change": "moves",
                "old": [
                  "at": "2026-12-07T07:00:00+01:00", "epoch": 1_796_623_200, "civil": "2026-12-07T07:00",
                  "zone": "Europe/Berlin",
                ],
                "new": [
                  "at": "2026-12-07T07:30:00+01:00", "epoch": 1_796_625_000, "civil": "2026-12-07T07:30",
                  "zone": "Europe/Berlin",
                ],
              ]
            ],
          ]
        ],
      ])
  }

  @Test func jsonFitsItsSchema() throws {
    let call = CommandCall("diff", old, new, "--format", "json")
    let instance = try folder.write("diff.json", call.output)
    let schema = "\(CaseFile.testsFolder)/../schemas/diff.schema.json"
    let script =
      "import json,jsonschema,sys;jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))"
    #expect(system("/usr/bin/python3 -c '\(script)' '\(schema)' '\(instance)'") == 0)
  }

  @Test func csv() {
    let call = CommandCall(
      "diff", old, new, "--rule", "call", "--rule", "tea", "--from", "2026-12-01", "--days", "7", "--format", "csv")
    #expect(
      call.output == """
        RULE,FORMERLY,RELOAD,CHANGE,OLD,NEW
        tea,,content,,,
        call,,,appears,,2026-12-04T10:00:00+01:00
        call,,,vanishes,2026-12-05T10:00:00+01:00,

        """)
  }

  @Test func foldersOfVersionsDontMatter() throws {
    let text = "rules:\n  a: { when: { daily: 09:00 }, run: ./a.sh }\n"
    for name in ["one", "two"] {
      #expect(mkdir(folder.path(of: name), 0o755) == 0)
      _ = try folder.write("\(name)/rules.yaml", text)
    }
    #expect(CommandCall("diff", folder.path(of: "one"), folder.path(of: "two")).output == "no difference\n")
  }

  @Test func errorsEndIt() throws {
    let bad = try folder.write("bad.yaml", "rules:\n  a: { when: { daily: 25:00 }, notify: x }\n")
    let call = CommandCall("diff", old, bad)
    #expect(call.status == .failure)
    #expect(call.errors.contains("bad.yaml:2:23: error["))
    #expect(call.errors.hasSuffix("carillon: \(bad) has 1 error\n"))
  }

  @Test func manyOccurrencesAreCut() throws {
    let fast = try folder.write("fast.yaml", "timezone: UTC\nrules: { a: { when: { every: 1m }, notify: x } }\n")
    let faster = try folder.write("faster.yaml", "timezone: UTC\nrules: { a: { when: { every: 30s }, notify: x } }\n")
    let call = CommandCall("diff", fast, faster, "--from", "2026-12-01T00:00Z", "--each", "1")
    // 50,000 times 30 seconds, the first at the start: every second one is new.
    #expect(
      call.output == """
        a: trigger changed; armed anew by a reload; 25000 appear, 25000 as before
          appears   Tue 2026-12-01 00:00:30 UTC
          … and 24999 more
          looked at up to Fri 2026-12-18 09:39:30 CET: too many occurrences
        1 rule differs: 25000 appear, 0 vanish, 0 move

        """)
  }

  // MARK: Zones

  /// Central European Time with and without summer time from 2027 on, compiled by `zic`.
  private func zones(_ name: String, lastYear: String) throws -> String {
    let source = try folder.write(
      "\(name).zi",
      """
      Rule EU 1981 \(lastYear) - Mar lastSun 1:00u 1:00 S
      Rule EU 1996 \(lastYear) - Oct lastSun 1:00u 0 -
      Zone Europe/Berlin 1:00 EU CE%sT

      """)
    #expect(system("PATH=\"$PATH:/usr/sbin\" zic -d '\(folder.path(of: name))' '\(source)'") == 0)
    return folder.path(of: name)
  }

  @Test func aCountryThatEndsSummerTime() throws {
    let before = try zones("before", lastYear: "max")
    let after = try zones("after", lastYear: "2026")
    let rules = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      rules:
        tea: { when: { daily: 09:00 }, notify: Tea }
        gap: { when: { yearly: { date: mar 28, at: 02:30 } }, notify: Gap }
        elapsed: { when: { every: 6h }, notify: Elapsed }
        tokyo: { when: { daily: 09:00, timezone: Asia/Tokyo }, notify: Tokyo }
      """)
    let call = CommandCall("diff", "--tzdata", before, after, rules, "--each", "1")
    // From 28 March to 30 October 2027 there are 217 days.
    #expect(
      call.output == """
        tea: 217 move, 148 as before
          moves   Sun 2027-03-28 09:00 CEST   to Sun 2027-03-28 09:00 CET
          … and 216 more
        1 rule differs: 0 appear, 0 vanish, 217 move

        """)
    #expect(
      call.errors == """
        carillon: \(before): tokyo: the zone Asia/Tokyo is missing, so it can't fire
        carillon: \(after): tokyo: the zone Asia/Tokyo is missing, so it can't fire

        """)
    #expect(CommandCall("diff", "--tzdata", before, before, rules).output == "no difference\n")
  }

  @Test func wrongUsage() {
    #expect(CommandCall("diff", old).status == .usage)
    #expect(CommandCall("diff", "-", "-").status == .usage)
    #expect(CommandCall("diff", "--tzdata", folder.path, folder.path, "-").status == .usage)
    #expect(CommandCall("diff", old, new, old).status == .usage)
    #expect(CommandCall("diff", old, new, "--days", "3", "--until", "now").status == .usage)
    #expect(CommandCall("diff", old, new, "--from", "2027-01-01", "--until", "2026-01-01").status == .usage)
    #expect(CommandCall("diff", "--tzdata", old, new).status == .outside)
    #expect(CommandCall("diff", folder.path(of: "none.yaml"), new).status == .outside)
  }
}
