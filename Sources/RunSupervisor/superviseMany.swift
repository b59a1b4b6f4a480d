import CLinux
import Glibc
import JSONText
import RuleEngine

/// Stands ready to supervise: the hidden mode `carillon --supervise-many`, with the socket as descriptor 3.
///
/// It is for a process of its own. Returns in the standby when the service has ended, and in each copy when its run
/// has: the caller should end the process with what is returned, one of `SupervisorExit`, by `_exit`.
public func superviseMany() -> Int32 {
  ProcessSetup.prepare()
  let service = carillon_peer(3)
  rehearse()
  let isServiceThere = { service > 0 && getppid() == service }
  while true {
    let order: HandOver
    switch HandOver.receive() {
    case .success(let received): order = received
    case .failure(let end): return end.status
    }
    let pid = carillon_fork_sibling()
    if pid == 0 {
      // The socket is the standby's.
      guard order.keep() else { return SupervisorExit.unusableFolder }
      ProcessSetup.lead()
      if let folder = order.folder {
        return supervise(folder, as: ProcessIdentity(pid: getpid()), isServiceThere: isServiceThere)
      }
      return superviseNext(isServiceThere: isServiceThere)
    }
    var answer = pid > 0 ? pid : -errno
    close(order.descriptor)
    // That the service has gone is no reason to leave what it has handed over.
    while send(3, &answer, MemoryLayout<Int32>.size, Int32(MSG_NOSIGNAL)) < 0 && errno == EINTR {}
  }
}

/// Waits for a run and carries it out, in a copy of the standby.
private func superviseNext(isServiceThere: () -> Bool) -> Int32 {
  // Pages of the standby that a supervisor writes to become its own now, not when its run is due.
  rehearse()
  let identity = ProcessIdentity(pid: getpid())
  switch HandOver.receive() {
  case .success(let order):
    guard let folder = order.folder, order.keep() else { return SupervisorExit.usage }
    // Those that stand ready are started together with many others.
    return supervise(folder, as: identity, resting: 100, isServiceThere: isServiceThere)
  case .failure(let end): return end.status
  }
}

/// Does what every supervisor does, so that its copies find it done: types are looked up, pages are there.
private func rehearse() {
  // Nothing can be made or found in there.
  let folder = RunFolder(path: "/proc/nowhere/r")
  let identity = ProcessIdentity(pid: getpid()) ?? ProcessIdentity(pid: 1, startTicks: 1)
  let order = RunOrder(
    runID: "r", command: .arguments([folder.path]), directory: "/", environment: [.init("A", "b")])
  _ = (folder.wasStarted, ResultPlace(folder), try? folder.begin(StartedRecord(supervisor: identity)))
  try? FileAccess.write("/dev/null", StartedRecord(supervisor: identity, command: identity).line)
  try? folder.add(StartedRecord(supervisor: identity, command: identity))
  if let text = try? JSONValue.parse(RunJSON.json(of: order).compactText),
    let order = try? RunJSON.order(from: text, path: "")
  {
    var supervision = Supervision(order, in: folder, supervisor: identity, signals: -1)
    _ = RunJSON.json(of: supervision.run(), run: order.runID, keep: 0).compactText
    _ = Supervision.wait(-1, -1, milliseconds: 0)
    var output = OutputFile(folder.outputPath, keep: 0)
    output.append([10])
  }
  let result = RunResult(
    outcome: .exited(0), startedAt: 0, endedAt: 0, durationMilliseconds: 0, outputCut: false, lastLine: "")
  _ = RunJSON.json(of: result, run: order.runID, keep: 0).compactText
}
