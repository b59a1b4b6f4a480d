import CivilTime
import RuleEngine
import RuleModel
import Testing

/// The flow of the seeds: a sequence of bodies, and a category with next, reply, later and stop.
private func seeds() -> RuleBook {
  let reply: [Step] = [
    .update(
      {
        var update = Content()
        update.subtitle = Template(segments: [.value(.responseText)])
        return update
      }()), .snooze(.after(CalendarDuration(seconds: 5))),
  ]
  let category = Category(
    id: CategoryID("flow"),
    actions: [
      Action(
        id: ActionID("next"), title: "Next", steps: [.advance(.after(CalendarDuration(seconds: 5)))]),
      Action(id: ActionID("reply"), title: "Reply", input: TextInput(), steps: reply),
      Action(id: ActionID("later"), title: "Later", steps: [.snooze(.after(CalendarDuration(seconds: 5)))]),
      Action(id: ActionID("stop"), title: "Stop", steps: [.stop(.untilResumed)]),
    ])
  let rule = notifying("flow") { rule in
    rule.notify?.category = CategoryID("flow")
    rule.notify?.sequence = ["one", "two", "three"].map { body in
      var entry = Content()
      entry.body = Template(literal: body)
      return entry
    }
  }
  return book([rule], ["flow": .at([10, 100, 200, 300], civil: false)], categories: [category])
}

@Suite struct NotificationTests {
  private func started(_ book: RuleBook, until: Int64 = 10) -> Simulation {
    let simulation = Simulation(book, at: 0)
    simulation.start()
    simulation.run(until: until)
    return simulation
  }

  private func respond(_ action: String, _ text: String? = nil, delivery: Int64? = nil) -> Command {
    .respond(identifier: "flow", delivery: delivery, action: ActionID(action), text: text)
  }

  @Test func aSequenceGoesRoundAndAdvanceMovesOn() {
    let simulation = started(seeds())
    #expect(simulation.shown.last?.body == "one")
    #expect(simulation.ask(respond("next")) == .done)
    #expect(simulation.engine.state.deliveries.values.allSatisfy { $0.end != nil })
    simulation.run(until: 14)
    #expect(simulation.shown.count == 1)
    simulation.run(until: 15)
    #expect(simulation.shown.last?.body == "two")
    simulation.run(until: 100)
    #expect(simulation.shown.last?.body == "three")
    simulation.run(until: 200)
    #expect(simulation.shown.last?.body == "one")
  }

  static let texts = [
    "\"; rm -rf ~ #$(id)", "{{ rule.id }}", "`x` 'y'\nsecond line", "🔔 é", "",
  ]

  @Test(arguments: texts) func aReplyBecomesTheSubtitleAndIsNeverReadAgain(_ text: String) {
    let simulation = started(seeds())
    #expect(simulation.ask(respond("reply", text)) == .done)
    simulation.run(until: 15)
    #expect(simulation.shown.count == 2)
    #expect(simulation.shown.last?.subtitle == text)
    #expect(simulation.shown.last?.isQuiet == false)
    #expect(simulation.shown.last?.body == "one")
    #expect(simulation.shown.last?.identifier == "flow")
    #expect(simulation.ask(respond("later")) == .done)
    simulation.run(until: 20)
    #expect(simulation.shown.last?.subtitle == text)
  }

  @Test func theFirstResponseWins() {
    let simulation = started(seeds())
    #expect(simulation.ask(respond("later", delivery: 1)) == .done)
    let late = Reply.refused(.tooLate(identifier: "flow", winner: ActionID("later")))
    #expect(simulation.ask(respond("stop", delivery: 1)) == late)
    #expect(simulation.ask(respond("dismiss", delivery: 1)) == late)
    simulation.event(
      .responded(ChannelResponse(delivery: 1, action: ActionID("stop"), channel: .terminal)))
    #expect(simulation.store.responses.map(\.isTooLate) == [false, true, true, true])
    #expect(simulation.engine.state.rules[RuleID("flow")]?.stop == nil)
  }

  struct RefusedRow: CustomTestStringConvertible, Sendable {
    var name: String
    var command: Command
    var refusal: Refusal
    var testDescription: String { name }
  }

  static let refused = [
    RefusedRow(
      name: "no such notification", command: .respond(identifier: "x", delivery: nil, action: .open, text: nil),
      refusal: .unknownNotification("x")),
    RefusedRow(
      name: "no such action",
      command: .respond(identifier: "flow", delivery: nil, action: ActionID("x"), text: nil),
      refusal: .unknownAction(ActionID("x"), identifier: "flow")),
    RefusedRow(
      name: "a text where none is asked for",
      command: .respond(identifier: "flow", delivery: nil, action: ActionID("later"), text: "x"),
      refusal: .noTextExpected(ActionID("later"))),
    RefusedRow(
      name: "a text past 16 KiB",
      command: .respond(
        identifier: "flow", delivery: nil, action: ActionID("reply"), text: String(repeating: "é", count: 8193)),
      refusal: .badText("longer than 16 KiB")),
    RefusedRow(
      name: "a NUL",
      command: .respond(identifier: "flow", delivery: nil, action: ActionID("reply"), text: "a\0b"),
      refusal: .badText("it holds a NUL")),
    RefusedRow(
      name: "an identifier of a rule", command: .add(NewRequest(identifier: "flow", content: Content())),
      refusal: .identifierOfRule("flow")),
    RefusedRow(
      name: "a category that is not there", command: .add(NewRequest(identifier: "r", content: .named(category: "x"))),
      refusal: .unknownCategory(CategoryID("x"))),
    RefusedRow(
      name: "an update with it", command: .update(identifier: "flow", .named(category: "x")),
      refusal: .unknownCategory(CategoryID("x"))),
    RefusedRow(
      name: "a channel that is not there", command: .add(NewRequest(identifier: "r", content: .named(channel: "x"))),
      refusal: .unknownChannel(ChannelName("x"))),
    RefusedRow(name: "no such rule", command: .fire(RuleID("x"), force: false), refusal: .unknownRule(RuleID("x"))),
    RefusedRow(name: "not stopped", command: .resume(RuleID("flow")), refusal: .notStopped),
    RefusedRow(name: "not paused", command: .unpause, refusal: .notStopped),
    RefusedRow(
      name: "remove what is not there", command: .remove(Selection(identifiers: ["x"])),
      refusal: .unknownNotification("x")),
    RefusedRow(
      name: "a moment that is over",
      command: .snooze(identifier: "flow", .point(.instant(Instant(epochSeconds: 5)))), refusal: .badMoment),
  ]

  @Test(arguments: refused) func refusals(_ row: RefusedRow) {
    let simulation = started(seeds())
    #expect(simulation.ask(row.command) == .refused(row.refusal))
    #expect(simulation.shown.count == 1)
    #expect(simulation.engine.state.deliveries[1]?.end == nil)
  }

  @Test func aTextOfExactly16KiBIsTaken() {
    let simulation = started(seeds())
    #expect(simulation.ask(respond("reply", String(repeating: "x", count: 16_384))) == .done)
  }

  @Test func aNewFiringSupersedesTheShownAndEndsItsSnooze() {
    let simulation = started(seeds())
    simulation.ask(.snooze(identifier: "flow", .after(CalendarDuration(seconds: 150))))
    simulation.run(until: 100)
    #expect(simulation.engine.state.requests.isEmpty)
    simulation.run(until: 160)
    #expect(simulation.shown.map(\.body) == ["one", "two"])
    simulation.run(until: 200)
    #expect(simulation.store.deliveries[2]?.end == .superseded)
  }

  @Test func updateChangesShownPendingAndComing() throws {
    let simulation = started(seeds(), until: 5)
    var update = Content()
    update.title = Template(literal: "new")
    #expect(simulation.ask(.update(identifier: "flow", update)) == .done)
    simulation.run(until: 10)
    #expect(simulation.shown.last?.title == "new")
    update.title = Template(literal: "newer")
    simulation.ask(.update(identifier: "flow", update))
    #expect(simulation.shown.last?.title == "newer")
    #expect(simulation.shown.last?.isQuiet == true)
    simulation.ask(.snooze(identifier: "flow", nil))
    update.title = Template(literal: "newest")
    simulation.ask(.update(identifier: "flow", update))
    simulation.ask(.advance(identifier: "flow", nil))
    #expect(simulation.shown.last?.title == "newest")
    #expect(simulation.shown.last?.body == "two")
    simulation.run(until: 100)
    #expect(simulation.shown.last?.title == "flow")
  }

  @Test func requestsByHandComeOnceOrAgainAndReplaceEachOther() {
    let simulation = started(book([]))
    let every = Trigger(source: .interval(.every(seconds: 60, between: nil, days: .all)))
    let once = Trigger(source: .interval(.once(after: CalendarDuration(seconds: 5))))
    var content = Content()
    content.title = Template(literal: "first")
    content.badge = .add(1)
    let due = Instant(epochSeconds: 70)
    #expect(
      simulation.ask(.add(NewRequest(identifier: "r", content: content, triggers: [every])))
        == .added(identifier: "r", due: due))
    simulation.run(until: 130)
    #expect(simulation.shown.count == 2)
    // Once per request.
    #expect(simulation.badge == 1)
    content.title = Template(literal: "second")
    simulation.ask(.add(NewRequest(identifier: "r", content: content, triggers: [once])))
    #expect(simulation.store.deliveries[2]?.end == .superseded)
    simulation.run(until: 1000)
    #expect(simulation.shown.map(\.title) == ["first", "first", "second"])
    #expect(simulation.badge == 2)
  }

  @Test func requestsAreRemovedByPattern() {
    let simulation = started(book([]))
    let once = Trigger(source: .interval(.once(after: CalendarDuration(seconds: 5))))
    for name in ["news-1", "news-2", "mail-1"] {
      simulation.ask(.add(NewRequest(identifier: name, content: Content(), triggers: [once])))
    }
    simulation.ask(.add(NewRequest(identifier: "news-3", content: Content())))
    #expect(simulation.ask(.remove(Selection(glob: "news-*"))) == .removed(pending: 2, delivered: 1))
    #expect(simulation.ask(.remove(Selection())) == .removed(pending: 0, delivered: 0))
    simulation.run(until: 100)
    #expect(simulation.shown.map(\.identifier) == ["news-3", "mail-1"])
    #expect(simulation.ask(.remove(Selection(all: true))) == .removed(pending: 0, delivered: 1))
  }

  @Test func anExpiredNotificationIsWithdrawn() {
    var content = Content()
    content.expires = CalendarDuration(seconds: 30)
    let simulation = started(book([]))
    simulation.ask(.add(NewRequest(identifier: "r", content: content)))
    simulation.run(until: 39)
    #expect(simulation.withdrawn.isEmpty)
    simulation.run(until: 40)
    #expect(simulation.withdrawn == [1])
    #expect(simulation.store.deliveries[1]?.end == .expired)
  }

  @Test func openingAndDismissingTakeTheirSteps() {
    let category = Category(
      id: CategoryID("c"), actions: [], onOpen: [.badge(.set(0))], onDismiss: [.badge(.add(5))])
    var content = Content()
    content.category = CategoryID("c")
    let simulation = started(book([], categories: [category]))
    simulation.ask(.add(NewRequest(identifier: "r", content: content)))
    simulation.ask(.respond(identifier: "r", delivery: nil, action: .dismiss, text: nil))
    #expect(simulation.badge == 5)
    simulation.ask(.add(NewRequest(identifier: "r", content: content)))
    simulation.ask(.respond(identifier: "r", delivery: nil, action: .open, text: nil))
    #expect(simulation.badge == 0)
  }

  @Test func whatNoChannelConfirmedIsShownAgainAfterARestart() {
    let simulation = Simulation(seeds(), at: 0)
    simulation.confirms = false
    simulation.start()
    simulation.run(until: 10)
    simulation.sleep(until: 11)
    #expect(simulation.engine.state.deliveries[1]?.starts == 1)
    simulation.confirms = true
    simulation.sleep(until: 12)
    #expect(simulation.engine.state.deliveries[1]?.isConfirmed == true)
    simulation.sleep(until: 13)
    #expect(simulation.engine.state.deliveries[1]?.starts == 2)
    #expect(Set(simulation.shown.map(\.number)) == [1])
  }

  @Test func pendingListsCalendarSnoozesAndRequestsInOrder() {
    let simulation = started(seeds())
    simulation.ask(.snooze(identifier: "flow", .after(CalendarDuration(seconds: 150))))
    let trigger = Trigger(source: .interval(.once(after: CalendarDuration(seconds: 95))))
    simulation.ask(.add(NewRequest(identifier: "r", content: Content(), triggers: [trigger])))
    guard case .pending(let entries)? = simulation.ask(.pending(limit: 4)) else {
      Issue.record("no list")
      return
    }
    #expect(
      entries.map { "\($0.due.epochSeconds) \($0.kind.rawValue) \($0.identifier)" } == [
        "100 calendar flow", "105 request r", "160 snooze flow", "200 calendar flow",
      ])
  }
}

extension Content {
  /// A content that names something.
  fileprivate static func named(category: String? = nil, channel: String? = nil) -> Content {
    var content = Content()
    content.category = category.map { CategoryID($0) }
    content.channels = channel.map { [ChannelName($0)] }
    return content
  }
}
