import CivilTime
import RuleModel

/// Goes down from the top node of a trigger and collects its words.
struct PhraseWriter {
  let graph: TriggerGraph
  let context: PhraseContext

  /// What stands between a trigger's top node and its pattern.
  private struct Modifiers {
    var timezone: ZoneChoice?
    var from: DateTimePoint?
    var until: DateTimePoint?
    var count: Int?
    var only: [String] = []
    var except: [String] = []
    var move = Move.drop
    var days: Int32?
    var workdays: Int32?
    var seconds: Int64?
    var gap = GapPolicy.shift
    var fold = FoldPolicy.first
  }

  func phrases(of node: NodeIndex) -> [TriggerPhrase]? {
    switch graph[node] {
    case .union(let inputs):
      guard inputs.count <= 32 else { return nil }
      var all: [TriggerPhrase] = []
      for input in inputs {
        guard let phrases = phrases(of: input) else { return nil }
        all += phrases
      }
      return merged(all)
    case .jitter(let input, let seconds):
      guard let phrases = phrases(of: input) else { return nil }
      return phrases.map { $0.with("jitter", PhraseText.duration(seconds: seconds)).inOrder }
    default: return phrases(ofChain: node)
    }
  }

  /// Phrases that differ in their offset only become one with a list of offsets.
  private func merged(_ phrases: [TriggerPhrase]) -> [TriggerPhrase] {
    var order: [TriggerPhrase] = []
    var offsets: [TriggerPhrase: [String]] = [:]
    for phrase in phrases {
      let bare = phrase.with("offset", nil)
      if offsets[bare] == nil { order.append(bare) }
      offsets[bare, default: []].append(phrase.entries.first { $0.key == "offset" }?.value ?? "0s")
    }
    return order.map { bare in
      let list = offsets[bare] ?? []
      return list == ["0s"] ? bare : bare.with("offset", PhraseText.list(list)).inOrder
    }
  }

  private func phrases(ofChain top: NodeIndex) -> [TriggerPhrase]? {
    var modifiers = Modifiers()
    var node = top
    while true {
      switch graph[node] {
      case .clockOffset(let input, let offset):
        guard case .seconds(let seconds) = offset, modifiers.seconds == nil else { return nil }
        modifiers.seconds = seconds
        node = input
      case .windows(let input, let filter):
        guard let only = items(filter.only ?? []), let except = items(filter.except) else { return nil }
        modifiers.only += only
        modifiers.except += except
        modifiers.timezone = filter.zone
        node = input
      case .resolve(let input, let zone, let gap, let fold):
        (modifiers.timezone, modifiers.gap, modifiers.fold) = (zone, gap, fold)
        node = input
      case .civilOffset(let input, let offset, let free):
        switch offset {
        case .days(let days): modifiers.days = days
        case .workdays(let days):
          guard let free, let obstacles = obstacles(ofWorkdays: free) else { return nil }
          modifiers.workdays = days
          // The days left out are said by the filter further down; here they only have to be sayable.
          if modifiers.except.isEmpty { modifiers.except = obstacles }
        case .seconds, .daysAndSeconds: return nil
        }
        node = input
      case .count(let input, let count, _):
        modifiers.count = count
        node = input
      case .bounds(let input, let from, let until, let zone):
        (modifiers.from, modifiers.until) = (from, until)
        if modifiers.timezone == nil { modifiers.timezone = zone == .local ? nil : zone }
        node = input
      case .days(let input, let filter):
        guard let only = items(filter.only ?? []), let except = items(filter.except) else { return nil }
        modifiers.only += only
        modifiers.except = Array((modifiers.except + except).uniqued)
        modifiers.move = filter.move
        if modifiers.timezone == nil { modifiers.timezone = filter.zone == .local ? nil : filter.zone }
        node = input
      default: return phrases(ofPattern: node, &modifiers)
      }
    }
  }

  private func phrases(ofPattern node: NodeIndex, _ modifiers: inout Modifiers) -> [TriggerPhrase]? {
    var heads: [TriggerPhrase]
    switch graph[node] {
    case .pattern(let days, let times):
      guard let words = patterns(days, times) else { return nil }
      if words.count > 1, modifiers.count != nil || modifiers.move != .drop { return nil }
      modifiers.except = Array((modifiers.except + words.flatMap(\.except)).uniqued)
      heads = words.map(\.phrase)
    case .points(let local, let instants):
      guard local.count + instants.count <= 32 else { return nil }
      let points = local.map { PhraseText.dateTime($0) } + instants.map { RFC3339.text($0) }
      heads = [TriggerPhrase([.init("dates", PhraseText.list(points))])]
    case .aligned(let parts):
      guard let phrase = aligned(parts) else { return nil }
      (modifiers.gap, modifiers.fold) = (.shift, .first)
      heads = [phrase]
    case .interval(let parts):
      heads = [interval(parts)]
      if parts.zone != .local || parts.between != nil || parts.weekdays != .all { modifiers.timezone = parts.zone }
    case .once(let delay, _, let zone):
      heads = [TriggerPhrase([.init("in", PhraseText.duration(days: Int64(delay.days), seconds: delay.seconds))])]
      if zone != .local { modifiers.timezone = zone }
    case .event(.startup(let kind)):
      heads = [TriggerPhrase([.init("startup", kind == .boot ? "boot" : "service")])]
    default: return nil
    }
    guard let behind = entries(modifiers) else { return nil }
    return heads.map { TriggerPhrase($0.entries + behind) }
  }

  /// The modifiers as keys, in the order of the language.
  private func entries(_ modifiers: Modifiers) -> [TriggerPhrase.Entry]? {
    var result: [TriggerPhrase.Entry] = []
    func say(_ key: String, _ value: String) { result.append(.init(key, value)) }
    if let zone = modifiers.timezone, zone != context.zone {
      if case .named(let name) = zone { say("timezone", name.rawValue) } else { say("timezone", "local") }
    }
    if let from = modifiers.from { say("from", PhraseText.start(from)) }
    if let until = modifiers.until { say("until", PhraseText.end(until)) }
    if let count = modifiers.count { say("count", "\(count)") }
    if !modifiers.only.isEmpty { say("only", PhraseText.list(modifiers.only)) }
    if !modifiers.except.isEmpty { say("except", PhraseText.list(modifiers.except)) }
    if modifiers.move != .drop { say("move", "\(modifiers.move)") }
    switch (modifiers.days, modifiers.workdays, modifiers.seconds) {
    case (nil, nil, nil): break
    case (nil, let workdays?, nil): say("offset", "\(workdays)wd")
    case (let days, nil, let seconds):
      guard let offset = PhraseText.offset(days: Int64(days ?? 0), seconds: seconds ?? 0) else { return nil }
      say("offset", offset)
    default: return nil
    }
    if context.saysGap {
      switch modifiers.gap {
      case .shift: break
      case .next, .nextOfShortGap: say("gap", "next")
      case .previous: say("gap", "previous")
      case .skip: say("gap", "skip")
      }
    }
    if modifiers.fold != .first { say("fold", "\(modifiers.fold)") }
    return result
  }

  private func interval(_ parts: IntervalParts) -> TriggerPhrase {
    var entries = [TriggerPhrase.Entry("every", PhraseText.duration(seconds: parts.seconds))]
    if let between = parts.between { entries.append(.init("between", PhraseText.window(between))) }
    if parts.weekdays != .all { entries.append(.init("days", weekdays(parts.weekdays))) }
    return TriggerPhrase(entries)
  }
}

extension TriggerPhrase {
  private static let order = [
    "timezone", "from", "until", "count", "only", "except", "move", "offset", "jitter", "gap", "fold",
  ]

  /// The phrase with its modifiers in the order of the language.
  var inOrder: TriggerPhrase {
    let ranked = entries.enumerated().sorted { left, right in
      let ranks = (
        Self.order.firstIndex(of: left.element.key) ?? -1, Self.order.firstIndex(of: right.element.key) ?? -1
      )
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
    }
    return TriggerPhrase(ranked.map(\.element))
  }
}

extension [String] {
  /// The texts without repeats, in their order.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
