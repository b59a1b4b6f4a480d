import CLinux

/// What the allocator holds without use.
enum FreeMemory {
  /// Gives it back to the system.
  ///
  /// Reading rule files takes many times what they leave, in small pieces that the allocator would keep for ever.
  /// Takes some milliseconds, so it is for the end of a load.
  static func giveBack() { malloc_trim(0) }
}
