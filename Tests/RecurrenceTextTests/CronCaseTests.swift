import CivilTime
import JSONText
import RecurrenceText
import RuleModel
import TestSupport
import Testing

/// The checked-in cases: which expressions are refused, and which dates the others name where no clock changes.
@Suite struct CronCaseTests {
  @Test func everyCaseIsReadOrRefused() throws {
    for line in try CaseFile.lines(named: "cron") {
      let id = try #require(line.string("id"))
      let text = try #require(line.string("expr"))
      let isRefused = line.flag("expect_error")
      switch CronText.parse(text) {
      case .success(let expression):
        #expect(!isRefused, "\(id): \(text)")
        #expect(try CronText.parse(expression.text).get() == expression, "\(id): \(text)")
        #expect(expression.hasSeconds == (line.string("dialect") == "cron6"), "\(id): \(text)")
      case .failure(let error): #expect(isRefused, "\(id): \(text): \(error)")
      }
    }
  }

  @Test func datesInUTC() throws {
    var checked = 0
    for line in try CaseFile.lines(named: "cron") where line.string("tz") == "UTC" && !line.flag("expect_error") {
      let text = try #require(line.string("expr"))
      let expression = try CronText.parse(text).get()
      let after = try #require(line.string("after").flatMap(localDateTime))
      let expected = try #require(line.strings("expect")).map { try #require(localDateTime($0)) }
      let found = first(expected.count + (line.flag("complete") ? 1 : 0), of: expression, after: after)
      #expect(found == expected, "\(text) after \(after)")
      checked += 1
    }
    #expect(checked > 100)
  }

  /// Searches second by second within matching minutes, within 400 years.
  private func first(_ count: Int, of expression: CronExpression, after: LocalDateTime) -> [LocalDateTime] {
    var found: [LocalDateTime] = []
    var day = after.date
    for _ in 0..<146_097 where found.count < count {
      if expression.contains(day) {
        for hour in 0..<24 where expression.hours & 1 << UInt32(hour) != 0 {
          for minute in 0..<60 where expression.minutes & 1 << UInt64(minute) != 0 {
            for second in 0..<60 where expression.seconds & 1 << UInt64(second) != 0 && found.count < count {
              guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { continue }
              let point = LocalDateTime(date: day, time: time)
              if point > after { found.append(point) }
            }
          }
        }
      }
      guard let next = day.advanced(byDays: 1) else { break }
      day = next
    }
    return found
  }
}
