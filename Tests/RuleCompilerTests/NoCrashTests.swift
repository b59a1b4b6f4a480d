import Diagnostics
import RuleCompiler
import TestSupport
import Testing

/// Thousands of broken files: no crash, no hang, and every error has a place in its file.
@Suite struct NoCrashTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func mutatedFiles(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for index in 0..<300 {
      let text = SampleFiles.mutated(SampleFiles.all[index % SampleFiles.all.count], &generator)
      let found = compileText(text).diagnostics
      #expect(found.allSatisfy { $0.range != nil }, "\(text)")
    }
  }

  @Test(arguments: [5, 6] as [UInt64]) func mutatedBytes(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for index in 0..<300 {
      var bytes = Array(SampleFiles.all[index % SampleFiles.all.count].utf8)
      for _ in 0...generator.below(6) {
        bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = compileBytes(bytes)
    }
  }
}
