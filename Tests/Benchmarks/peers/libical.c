// The workload's stream and queries as RRULEs in libical; one line for each shape and zone.
// Usage: libical AFTER BEFORE COUNT QUERIES_FILE ZONE RRULE HH MM
// The rule starts at AFTER's date; a query starts the iterator at the day before it.
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long cpu_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long first_after(struct icalrecurrencetype rule, icaltimetype start, long long after, icaltimezone *zone) {
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  long long found = 0;
  if (!iterator) return 0;
  for (icaltimetype next = icalrecur_iterator_next(iterator); !icaltime_is_null_time(next);
       next = icalrecur_iterator_next(iterator)) {
    found = icaltime_as_timet_with_zone(next, zone);
    if (found > after) break;
    found = 0;
  }
  icalrecur_iterator_free(iterator);
  return found;
}

int main(int count, char **words) {
  if (count != 9) return 2;
  long long after = atoll(words[1]), before = atoll(words[2]);
  int wanted = atoi(words[3]);
  icaltimezone *zone = icaltimezone_get_builtin_timezone(words[5]);
  icaltimezone *utc = icaltimezone_get_utc_timezone();
  if (!zone) zone = utc;
  struct icalrecurrencetype rule = icalrecurrencetype_from_string(words[6]);
  int hour = atoi(words[7]), minute = atoi(words[8]);
  icaltimetype start = icaltime_from_timet_with_zone(after - 86400, 0, zone);
  start.hour = hour;
  start.minute = minute;
  start.second = 0;
  long long begin = cpu_now(), sum = 0;
  int found = 0;
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  if (!iterator) return 1;
  while (found < wanted) {
    icaltimetype next = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(next)) break;
    long long instant = icaltime_as_timet_with_zone(next, zone);
    if (instant >= before) break;
    if (instant <= after) continue;
    sum += instant;
    found++;
  }
  icalrecur_iterator_free(iterator);
  printf("%.1f %d %lld", found ? (double)(cpu_now() - begin) / found : 0.0, found, sum);
  FILE *file = fopen(words[4], "r");
  if (!file) return 1;
  long long query;
  int queries = 0;
  sum = 0;
  begin = cpu_now();
  while (queries < 1000 && fscanf(file, "%lld", &query) == 1) {
    icaltimetype from = icaltime_from_timet_with_zone(query - 86400, 0, zone);
    from.hour = hour;
    from.minute = minute;
    from.second = 0;
    sum += first_after(rule, from, query, zone);
    queries++;
  }
  printf(" %.1f %d %lld\n", (double)(cpu_now() - begin) / queries, queries, sum);
  fclose(file);
  return 0;
}
