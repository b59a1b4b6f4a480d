public import CivilTime
public import JSONText
public import RuleEngine

/// What a command that was done leads to.
///
/// On the socket one member says by its name what it is, and a page's `next` stands beside it.
public indirect enum ControlResult: Hashable, Sendable {
  /// It is done and kept.
  case done
  /// How things stand.
  case status(ServiceStatus)
  /// What will come.
  case pending(ListResult<PendingEntry>)
  /// What is shown.
  case delivered(ListResult<DeliveryEntry>)
  /// All categories, by name.
  case categories(ListResult<CategoryEntry>)
  /// A request was added under this identifier, and comes then.
  case added(identifier: String, due: Instant?)
  /// So many were removed.
  case removed(pending: Int, delivered: Int)
  /// The number on the badge.
  case badge(Int)
  /// Until when the rule is stopped, or the notification comes again; nil for until it is resumed.
  case until(Instant?)
  /// The files were read again.
  case reloaded(ReloadReport)
  /// Ledger rows.
  case history(HistoryResult<HistoryEntry>)
  /// Deliveries.
  case deliveries(HistoryResult<DeliveryEntry>)
  /// Responses.
  case responses(HistoryResult<ResponseEntry>)
  /// Runs.
  case runs(HistoryResult<RunEntry>)
  /// All that a preview needs.
  case anchors(StoredAnchors)
}

/// One entry of a listing, which has one documented form in JSON, on the socket and in what commands print.
public protocol ControlEntry: Hashable, Sendable {
  /// The entry as schemas/control.schema.json describes it.
  var json: JSONValue { get }
  /// Reads what `json` made.
  ///
  /// - Throws: `bad-request` for everything else.
  init(json: JSONValue) throws(ControlError)
}

/// A page of a listing.
public struct ListResult<Entry: ControlEntry>: Hashable, Sendable {
  /// In the listing's order.
  public var entries: [Entry]
  /// Where the next page begins (`ListPage.offset`); nil where this was the last.
  public var next: Int?
  /// Makes a page.
  public init(_ entries: [Entry], next: Int? = nil) {
    self.entries = entries
    self.next = next
  }
}

/// A page of the history.
public struct HistoryResult<Entry: ControlEntry>: Hashable, Sendable {
  /// Newest first.
  public var entries: [Entry]
  /// Where the next page goes on; nil where this was the last.
  public var next: HistoryCursor?
  /// Makes a page.
  public init(_ entries: [Entry], next: HistoryCursor? = nil) {
    self.entries = entries
    self.next = next
  }
}

/// What previews take from the service, so that they show what will happen.
public struct StoredAnchors: Hashable, Sendable {
  /// From when triggers count, by rule and form.
  public var anchors: [Anchor]
  /// What jitter is counted with on this machine.
  public var machineKey: String
  /// Makes them.
  public init(anchors: [Anchor], machineKey: String) {
    self.anchors = anchors
    self.machineKey = machineKey
  }
}

extension ControlResult {
  /// The result of an engine's reply, or its refusal as an error; `page` cuts the listings.
  ///
  /// - Parameters:
  ///   - reply: A reply to the command of that page. For `pending` the engine was asked for one entry more than
  ///     `page.offset + page.limit`, which tells whether there is another page.
  ///   - page: Which part of a listing was asked for.
  public init(_ reply: Reply, page: ListPage) throws(ControlError) {
    switch reply {
    case .done: self = .done
    case .status(let report): self = .status(ServiceStatus(report: report))
    case .pending(let entries): self = .pending(ListResult(all: entries, page))
    case .delivered(let deliveries): self = .delivered(ListResult(all: deliveries.map(DeliveryEntry.init), page))
    case .categories(let categories): self = .categories(ListResult(all: categories.map(CategoryEntry.init), page))
    case .added(let identifier, let due): self = .added(identifier: identifier, due: due)
    case .removed(let pending, let delivered): self = .removed(pending: pending, delivered: delivered)
    case .badge(let number): self = .badge(number)
    case .until(let instant): self = .until(instant)
    case .refused(let refusal): throw ControlError(refusal)
    }
  }
}

extension ListResult {
  /// How many bytes of JSON the entries of one page make at most; the first entry always goes in.
  public static var pageBytes: Int { 512 << 10 }

  /// The page of a whole listing, cut where its entries would make a line too long.
  public init(all entries: [Entry], _ page: ListPage) {
    let offset = min(max(0, page.offset), entries.count)
    var end = offset
    var bytes = 0
    while end < entries.count, end - offset < page.limit {
      bytes += entries[end].json.compactText.utf8.count
      if bytes > Self.pageBytes, end > offset { break }
      end += 1
    }
    self.init(Array(entries[offset..<end]), next: end < entries.count ? end : nil)
  }
}
