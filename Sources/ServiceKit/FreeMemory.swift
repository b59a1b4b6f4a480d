import CLinux

/// What the allocator holds without use.
enum FreeMemory {
  /// Gives it back to the system.
  ///
  /// Reading rule files takes many times what they leave, in small pieces that the allocator would keep for ever.
  /// Takes some milliseconds, so it is for the end of a load.
  static func giveBack() { malloc_trim(0) }

  /// Has every large piece stand alone, so that it goes back to the system as soon as it is free.
  ///
  /// Left to itself the allocator puts large pieces among the small ones once one of them was freed, and what stays of a
  /// load lies scattered over all that the load took.
  static func keepLargePiecesApart() { _ = mallopt(M_MMAP_THRESHOLD, 64 << 10) }
}
