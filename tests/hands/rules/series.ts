import type { StateRule } from "./rule.ts";
import type { Snapshot } from "./snapshot.ts";

type Occurrences = Snapshot["series_occurrences"];

function eachSeries(
  now: Snapshot,
  check: (occurrences: Occurrences, series: Snapshot["series"][number]) => string | null,
): string[] {
  const bySeries = Map.groupBy(now.series_occurrences, ({ series_id }) => series_id);
  return now.series.flatMap((series) => {
    const found = (bySeries.get(series.id) ?? []).toSorted((one, two) => one.number - two.number);
    const problem = check(found, series);
    return problem === null ? [] : [`“${series.title}” (${series.rule}): ${problem}`];
  });
}

const described = (some: Occurrences) =>
  some.map(({ number, occurs_on, state }) => `${number} ${occurs_on} ${state}`).join(", ");

export const seriesStates: StateRule[] = [
  {
    sentence: "A repeating task has exactly one open date until it ends.",
    // Seen to catch: `syncOpen` without `openNext`.
    check: (now) =>
      eachSeries(now, (some, series) => {
        const open = some.filter(({ state }) => state === "open");
        const closed = some.filter(({ state }) => ["done", "skipped", "missed"].includes(state));
        const last = closed.at(-1);
        const isOver = series.ended_at !== null || last?.next_on === null;
        const expected = open.length === 1 || (open.length === 0 && isOver);
        return expected ? null : `${open.length} are open: ${described(some)}`;
      }),
  },
  {
    sentence: "Dates follow one another: closed ones, the open one, those ahead.",
    // Seen to catch: `takeBack` that leaves the next one skipped instead of ahead.
    check: (now) =>
      eachSeries(now, (some) => {
        const open = some.findIndex(({ state }) => state === "open");
        const isInPlace = some.every(({ state }, index) => {
          if (open < 0) return state !== "open";
          if (index === open) return true;
          return index < open ? !["open", "ahead"].includes(state) : state === "ahead";
        });
        return isInPlace ? null : described(some);
      }),
  },
  {
    sentence: "No two dates to come of a repeating task are the same.",
    // Seen to catch: `findDatesAhead` that begins with the open one.
    check: (now) =>
      eachSeries(now, (some) => {
        // Done early, it may come again on the same day.
        const toCome = some.filter(
          ({ state, task_id }) => state === "open" || now.task(task_id)?.is_ahead === 1,
        );
        const isRising = toCome.every(
          ({ occurs_on }, index) => index === 0 || occurs_on > toCome[index - 1]!.occurs_on,
        );
        return isRising ? null : described(some);
      }),
  },
  {
    sentence: "What the history says of a date, its task says too.",
    // Seen to catch: `completeMissed` that leaves a date missed.
    check: (now) =>
      now.series_occurrences.flatMap(({ task_id, state, number }) => {
        const task = now.task(task_id);
        if (!task) return task_id === null ? [] : [`A date of a series has no task ${task_id}`];
        const isRight =
          (task.is_completed === 1) === (state === "done") &&
          (!["missed", "skipped", "ahead"].includes(state) || task.deleted_at !== null) &&
          (task.is_ahead === 1) === (state === "ahead" && task.is_ahead === 1);
        return isRight
          ? []
          : [
              `“${task.title}” ${number} is ${state}, its task ${task.is_completed ? "done" : "not done"} and ${task.deleted_at ? "hidden" : "shown"}`,
            ];
      }),
  },
];
