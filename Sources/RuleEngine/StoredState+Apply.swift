public import RuleModel

extension StoredState {
  /// Applies one change, as every store does to what it keeps; claims are taken as granted.
  public mutating func apply(_ mutation: Mutation) {
    switch mutation {
    case .claim(let row), .settle(let row): claims[row.key] = row.status == .claimed ? row : nil
    case .voidRows(let rule, let handledAfter, let dueAfter):
      for (key, row) in claims
      where key.rule == rule && row.handled > handledAfter && row.scheduled > dueAfter {
        claims[key] = nil
      }
    case .record(let record): rules[record.rule] = record
    case .rename(let old, let new): rename(old, to: new)
    case .forget(let rule):
      rules[rule] = nil
      anchors = anchors.filter { $0.key.rule != rule }
      requests = requests.filter { $0.value.rule != rule }
    case .anchor(let anchor): anchors[anchor.key] = anchor
    case .dropAnchor(let key): anchors[key] = nil
    case .request(let request): requests[request.identifier] = request
    case .dropRequest(let identifier): requests[identifier] = nil
    case .delivery(let delivery): deliveries[delivery.number] = delivery
    case .response: break
    case .run(let run): runs[run.id] = run.phase == .ended ? nil : run
    case .stepList(let list): stepLists[list.id] = list
    case .dropStepList(let id): stepLists[id] = nil
    case .settings(let settings): self.settings = settings
    }
  }

  private mutating func rename(_ old: RuleID, to new: RuleID) {
    if var record = rules[old] {
      rules[old] = nil
      record.rule = new
      rules[new] = record
    }
    for (key, anchor) in anchors where key.rule == old {
      anchors[key] = nil
      let moved = AnchorKey(rule: new, fingerprint: key.fingerprint)
      anchors[moved] = Anchor(key: moved, instant: anchor.instant, taken: anchor.taken)
    }
    for (key, row) in claims where key.rule == old {
      claims[key] = nil
      var moved = row
      moved.key.rule = new
      claims[moved.key] = moved
    }
    for (identifier, request) in requests where request.rule == old {
      requests[identifier] = request.renamed(to: new)
    }
    for (number, delivery) in deliveries where delivery.request.rule == old {
      deliveries[number]?.request = delivery.request.renamed(to: new)
    }
    for (id, run) in runs where run.rule == old {
      runs[id]?.rule = new
      runs[id]?.occurrence?.rule = new
    }
    for (id, list) in stepLists where list.rule == old { stepLists[id]?.rule = new }
  }
}

extension Request {
  /// The request under the new name of its rule; its own identifier stays, since it may be shown under it.
  public func renamed(to rule: RuleID) -> Request {
    var result = self
    result.rule = rule
    return result
  }
}

extension StoredState {
  /// Everything as mutations of an empty store.
  public var mutations: [Mutation] {
    var result: [Mutation] = [.settings(settings)]
    result += rules.values.sorted { $0.rule < $1.rule }.map { .record($0) }
    result += anchors.values.sorted { ($0.key.rule, $0.key.fingerprint) < ($1.key.rule, $1.key.fingerprint) }
      .map { .anchor($0) }
    result += claims.values.sorted { $0.key < $1.key }.map { .claim($0) }
    result += requests.values.sorted { $0.identifier < $1.identifier }.map { .request($0) }
    result += deliveries.values.sorted { $0.number < $1.number }.map { .delivery($0) }
    result += runs.values.sorted { $0.id < $1.id }.map { .run($0) }
    result += stepLists.values.sorted { $0.id < $1.id }.map { .stepList($0) }
    return result
  }
}
