import RuleEngine

/// Where notifications are shown.
///
/// What comes of it is told by events, also from within the calls.
protocol NotificationChannel: AnyObject {
  /// Shows a notification in the place of the one with its identifier; `delivered` or `undeliverable` follows.
  func deliver(_ order: DeliveryOrder)
  /// Withdraws a notification.
  func withdraw(identifier: String, number: Int64)
  /// Shows a line of the service's own.
  func remark(_ text: String)
}
