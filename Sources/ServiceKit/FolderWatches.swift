import EventLoop
import Glibc

/// Watches files through their folders, and tells once when they have come to rest.
///
/// Editors write files in several steps, and package tools many files; a change is told when nothing has changed for a
/// moment.
final class FolderWatches {
  /// Microseconds without a change after which changes are told.
  static let settleMicroseconds: UInt64 = 300_000
  /// Microseconds after which they are told in any case.
  static let patienceMicroseconds: UInt64 = 3_000_000

  private let loop: Loop
  private let changed: () -> Void
  private var watches: [String: FileWatch] = [:]
  private var timer: Timer?
  private var first: UInt64?
  /// Names that count in each folder.
  private var names: [String: Set<String>] = [:]
  /// Folders in which the names that `matches` takes count too.
  private var wholeFolders: Set<String> = []
  private let matches: (String) -> Bool

  /// - Parameters:
  ///   - matches: Which other names count in the folders watched as a whole.
  ///   - changed: Called after the changes have settled.
  init(on loop: Loop, matches: @escaping (String) -> Bool, changed: @escaping () -> Void) {
    self.loop = loop
    self.matches = matches
    self.changed = changed
  }

  /// Watches these files and folders and no others.
  ///
  /// - Returns: Folders that can't be watched, with the reason.
  func watch(files: [String], folders: [String]) -> [String] {
    var wanted: [String: Set<String>] = [:]
    for file in files {
      let (folder, name) = Self.split(file)
      wanted[folder, default: []].insert(name)
    }
    for folder in folders where wanted[folder] == nil { wanted[folder] = [] }
    var problems: [String] = []
    var present: [String: FileWatch] = [:]
    names = [:]
    for (folder, inside) in wanted {
      names[folder] = inside
      if let known = watches[folder] {
        present[folder] = known
        continue
      }
      do throws(LoopError) {
        present[folder] = try FileWatch(on: loop, folder: folder) { [weak self] change in
          self?.noticed(change, in: folder)
        }
      } catch {
        // A folder that is not there yet is no trouble: whoever makes it asks for a reload.
        if error.code != ENOENT { problems.append(error.description) }
      }
    }
    wholeFolders = Set(folders)
    watches = present
    return problems.sorted()
  }

  private func noticed(_ change: FolderChange, in folder: String) {
    switch change {
    case .entry(let name):
      let counts = names[folder]?.contains(name) ?? false || wholeFolders.contains(folder) && matches(name)
      guard counts else { return }
    case .folderGone: watches[folder] = nil
    case .overflow: break
    }
    let now = Clock.monotonic.microseconds
    let start = first ?? now
    first = start
    let end = min(now + Self.settleMicroseconds, start + Self.patienceMicroseconds)
    do throws(LoopError) {
      if let timer {
        try timer.set(at: end)
      } else {
        timer = try Timer(on: loop, .monotonic, at: end) { [weak self] in self?.settled() }
      }
    } catch {
      settled()
    }
  }

  private func settled() {
    first = nil
    changed()
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
