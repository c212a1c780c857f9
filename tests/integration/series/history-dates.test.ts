import { expect, test } from "vitest";
import {
  formatDateWithWeekday,
  laterBy,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { findSeriesHistory } from "#app/domain/series/series-history.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

type Home = Awaited<ReturnType<typeof weekly>>;

async function days({ db, nora }: Home, { now = nowIso(), timeZone = nora.timeZone } = {}) {
  const [open] = await openTasks(db, nora);
  return (await findSeriesHistory(db, { ...nora, timeZone }, open!.id, now))?.past.map(
    ({ day }) => day,
  );
}

test("the history shows the day something was done, in the viewer's zone, and the planned day of one skipped", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  await skipOccurrence(db, nora, (await openTasks(db, nora))[0]!.id);
  const doneAt = "2041-05-05T23:30:00.000Z";
  await db
    .updateTable("series_occurrences")
    .set({ closed_at: doneAt })
    .where("number", "=", 1)
    .execute();
  const planned = Temporal.PlainDate.from(due(1).slice(0, 10));
  const inItsYear = formatDateWithWeekday(planned, false);
  const now = `${planned.year}-06-15T12:00:00.000Z`;
  expect(await days(home, { now, timeZone: "America/New_York" })).toEqual([
    inItsYear,
    "Sun, May 5, 2041",
  ]);
  expect(await days(home, { now, timeZone: "Europe/Berlin" })).toEqual([
    inItsYear,
    "Mon, May 6, 2041",
  ]);
  const later = await days(home, { now: "2041-06-15T12:00:00.000Z", timeZone: "Europe/Berlin" });
  expect(later).toEqual([formatDateWithWeekday(planned, true), "Mon, May 6"]);
});

test("one done today, ahead of its day, was done today", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  const before = nowIso();
  await completeTask(db, nora, first);
  const today = [before, nowIso()].map((at) =>
    formatDateWithWeekday(wallClockAt(at, nora.timeZone).toPlainDate(), true),
  );
  const [day] = (await days(home, { now: laterBy(before, { hours: 24 * 366 }) }))!;
  expect(today).toContain(day);
});
