import RuleModel
import YAMLSyntax

/// Where a trigger stands and what is said there, for later checks.
struct TriggerSite: Sendable {
  /// All of it.
  var node: YAMLNode
  /// Its own key, such as `daily`.
  var key: YAMLNode
  /// Whether it says itself, or its rule or `defaults` say, what a gap does.
  var saysGap: Bool
  /// The same for a fold.
  var saysFold: Bool
}

/// The triggers of a rule with their places.
struct SitedTriggers {
  var triggers: [Trigger] = []
  /// As many, in the same order, where nothing is wrong with them.
  var sites: [TriggerSite] = []
}
