import CivilTime
import ControlProtocol
import HostTime
import JSONText
import RuleEngine
import RuleModel

extension Service {
  /// Answers a request from the control socket.
  func take(_ request: ControlRequest, from connection: ControlConnection) {
    status.wakeUps += 1
    answer(request.command) { [weak connection] outcome in
      connection?.answer(ControlReply(id: request.id, outcome))
    }
  }

  /// Does what is asked; `reply` is called once, now or when the engine has kept what it says.
  func answer(_ command: ControlCommand, _ reply: @escaping (Result<ControlResult, ControlError>) -> Void) {
    switch command {
    case .status: ask(.status, reply)
    case .pending(let page): ask(.pending(limit: page.offset + page.limit + 1), page: page, reply)
    case .delivered(let page): ask(.delivered, page: page, reply)
    case .categories(let page): ask(.categories, page: page, reply)
    case .add(let request):
      do throws(ControlError) {
        let when = request.when ?? ""
        let isBlank = when.allSatisfy(\.isWhitespace)
        let triggers = isBlank ? [] : try rules.triggers(when: when, zone: request.zone)
        let new = NewRequest(identifier: request.identifier, content: request.content.content, triggers: triggers)
        ask(.add(new), reply)
      } catch {
        reply(.failure(error))
      }
    case .update(let identifier, let content): ask(.update(identifier: identifier, content.content), reply)
    case .remove(let selection): ask(.remove(selection), reply)
    case .respond(let identifier, let delivery, let action, let text):
      ask(.respond(identifier: identifier, delivery: delivery, action: action, text: text), reply)
    case .acknowledge(let identifier): ask(.acknowledge(identifier: identifier), reply)
    case .snooze(let identifier, let moment): ask(.snooze(identifier: identifier, moment), reply)
    case .advance(let identifier, let moment): ask(.advance(identifier: identifier, moment), reply)
    case .fire(let rule, let force): ask(.fire(rule, force: force), reply)
    case .stop(let rule, let extent): ask(.stop(rule, extent), reply)
    case .resume(let rule): ask(.resume(rule), reply)
    case .pause: ask(.pause, reply)
    case .unpause: ask(.unpause, reply)
    case .badge(let change): ask(.badge(change), reply)
    case .reload: reply(.success(.reloaded(reload())))
    case .history(let query):
      reply(page(query, HistoryEntry.init, history.occurrences).map(ControlResult.history))
    case .deliveries(let query):
      reply(page(query, DeliveryEntry.init, history.deliveries).map(ControlResult.deliveries))
    case .responses(let query):
      reply(page(query, ResponseEntry.init, history.responses).map(ControlResult.responses))
    case .runs(let query): reply(page(query, RunEntry.init, history.runs).map(ControlResult.runs))
    case .anchors:
      let anchors = engine.state.anchors.values.sorted {
        ($0.key.rule, $0.key.fingerprint) < ($1.key.rule, $1.key.fingerprint)
      }
      reply(.success(.anchors(StoredAnchors(anchors: anchors, machineKey: String(machineKey, radix: 16)))))
    }
  }

  private func ask(
    _ command: Command, page: ListPage = ListPage(),
    _ reply: @escaping (Result<ControlResult, ControlError>) -> Void
  ) {
    let ticket = nextTicket
    nextTicket += 1
    replies[ticket] = { [weak self] answer in
      do throws(ControlError) {
        var result = try ControlResult(answer, page: page)
        if case .status(let known) = result, let self { result = .status(self.completed(known)) }
        reply(.success(result))
      } catch {
        reply(.failure(error))
      }
    }
    feed(.command(CommandTicket(ticket), command))
  }

  private func completed(_ known: ServiceStatus) -> ServiceStatus {
    var status = status
    status.report = known.report
    return status
  }

  /// A page of the history, cut until its line is short enough.
  private func page<Record: Sendable, Entry: ControlEntry>(
    _ query: HistoryQuery, _ entry: (Record) -> Entry,
    _ read: (HistoryQuery) throws(StoreError) -> HistoryPage<Record>
  ) -> Result<HistoryResult<Entry>, ControlError> {
    var query = query
    while true {
      do throws(StoreError) {
        let page = try read(query)
        var entries: [Entry] = []
        var bytes = 0
        for record in page.entries {
          let entry = entry(record)
          bytes += entry.json.compactText.utf8.count
          if bytes > ListResult<Entry>.pageBytes, !entries.isEmpty { break }
          entries.append(entry)
        }
        if entries.count == page.entries.count { return .success(HistoryResult(entries, next: page.next)) }
        // Only the store can say where a shorter page ends.
        query.limit = entries.count
      } catch {
        return .failure(ControlError(.storeFailed, error.description))
      }
    }
  }
}
