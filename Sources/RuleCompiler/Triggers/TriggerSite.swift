import RuleModel

/// Where a trigger stands and what is said there, for later checks.
///
/// Nodes stand here by their identity in the file's tree: there may be very many, and most are never looked at again.
struct TriggerSite: Sendable {
  /// All of it.
  var node: UInt32
  /// Its own key, such as `daily`.
  var key: UInt32
  /// Whether it says itself, or its rule or `defaults` say, what a gap does.
  var saysGap: Bool
  /// The same for a fold.
  var saysFold: Bool
}

/// The triggers of a rule with their places.
struct SitedTriggers {
  var triggers: [Trigger] = []
  /// The number of this list; rules with the same number have the same list.
  var list: Int
  /// Where their places begin in `Decoder.sites`: as many, in the same order, where nothing is wrong with them.
  var firstSite: Int
}
