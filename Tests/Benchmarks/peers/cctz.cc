// Converts random civil times of the workload's years to instants with CCTZ and prints the median ns of each zone.
// Usage: cctz LOW_EPOCH HIGH_EPOCH SEED COUNT ROUNDS ZONE…
#include <cctz/civil_time.h>
#include <cctz/time_zone.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::int64_t cpu_now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
  if (count < 7) return 2;
  const std::int64_t low = std::atoll(words[1]), high = std::atoll(words[2]);
  std::uint64_t state = std::strtoull(words[3], nullptr, 10);
  std::vector<cctz::civil_second> times;
  for (int left = std::atoi(words[4]); left > 0; left--) {
    std::uint64_t mixed = state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    times.push_back(cctz::civil_second() + (low + static_cast<std::int64_t>(mixed % (high - low))));
  }
  const int rounds = std::max(1, std::atoi(words[5]));
  for (int index = 6; index < count; index++) {
    cctz::time_zone zone;
    if (!cctz::load_time_zone(words[index], &zone)) return 1;
    std::vector<double> figures;
    std::int64_t sum = 0;
    for (int round = 0; round <= rounds; round++) {
      const std::int64_t start = cpu_now();
      for (const auto &time : times) sum += zone.lookup(time).pre.time_since_epoch().count();
      figures.push_back(static_cast<double>(cpu_now() - start) / times.size());
    }
    std::sort(figures.begin(), figures.end());
    std::printf("%s %.2f %lld\n", words[index], figures[figures.size() / 2], static_cast<long long>(sum));
  }
}
