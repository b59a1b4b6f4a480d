import CivilTime
import HostTime
import Testing

@Suite struct SystemClockTests {
  @Test func standsInThisMillenniumAndMovesOn() {
    let first = SystemClock().now()
    let second = SystemClock().now()
    #expect(first.epochSeconds > 1_700_000_000)
    #expect(first <= second)
  }
}
