import { expect, test } from "vitest";
import {
  earlierBy,
  formatDateWithWeekday,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { findDoers } from "#app/domain/series/series-history.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { history, newSeries, openTasks } from "../../support/records/series.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";
import { weekly } from "../../support/records/weekly-series.ts";
import { personIdOf } from "../../support/records/people.ts";

test("skipping one makes the next, once, however many press at once", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const pressed = await Promise.all(
    Array.from({ length: 8 }, () => skipOccurrence(db, nora, first)),
  );
  expect(pressed.filter(Boolean)).toHaveLength(1);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
  expect(await history(db, nora)).toMatchObject([
    { state: "skipped", done_by: null },
    { state: "open" },
  ]);
});

test("pressing Done and Skip at once does one of them", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const pressed = await Promise.all([
    completeTask(db, nora, first),
    skipOccurrence(db, nora, first),
  ]);
  expect(pressed.filter(Boolean)).toHaveLength(1);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
});

test("undoing a skip takes back an untouched next one, and leaves a touched one", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await skipOccurrence(db, nora, first);
  expect(await restoreTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
  await skipOccurrence(db, nora, first);
  const [next] = await openTasks(db, nora);
  await setDueDate(db, nora, next!.id, due(1).replace("19:00", "20:00"), nora.timeZone);
  expect(await restoreTask(db, nora, first)).toBe(false);
  expect(await reopenTask(db, nora, first)).toBe(false);
  expect(await openTasks(db, nora)).toMatchObject([{ id: next!.id }]);
});

test("skipping the last one ends the series, and says so", async () => {
  await using home = await weekly("FREQ=WEEKLY;COUNT=1");
  const { db, nora, first } = home;
  expect(await skipOccurrence(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await describeNext(db, nora, first)).toBe("That was the last one");
  await restoreTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first }]);
});

test("the next one's date has its year where that is another one", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await skipOccurrence(db, nora, first);
  const next = Temporal.PlainDate.from(due(1).slice(0, 10));
  const inItsYear = `${next.year}-06-15T12:00:00.000Z`;
  expect(await describeNext(db, nora, first, inItsYear)).toBe(
    `The next one is on ${formatDateWithWeekday(next, false)}`,
  );
  const yearBefore = earlierBy(inItsYear, { hours: 24 * 366 });
  expect(await describeNext(db, nora, first, yearBefore)).toBe(
    `The next one is on ${formatDateWithWeekday(next, true)}`,
  );
});

test("a filter that is skipped early still has its time", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const now = nowIso();
  const dueOn = wallClockAt(now, nora.timeZone).toPlainDate().add({ days: 5 });
  const rule = {
    rule: "FREQ=MONTHLY;INTERVAL=3",
    from: "done",
    due: `${dueOn.toString()}T12:00`,
    now,
  } as const;
  await skipOccurrence(own.db, nora, await newSeries(own.db, nora, rule));
  expect(await openTasks(own.db, nora)).toMatchObject([
    { due_local: `${dueOn.add({ months: 3 }).toString()}T12:00` },
  ]);
});

test("only an open task of the own household that repeats can be skipped", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  const sam = await newFamily(db);
  expect(await skipOccurrence(db, sam, first)).toBe(false);
  await completeTask(db, nora, first);
  expect(await skipOccurrence(db, nora, first)).toBe(false);
  const once = await newSeries(db, nora, {
    rule: "nonsense",
    due: "2031-01-01T10:00",
    now: nowIso(),
  });
  expect(await skipOccurrence(db, nora, once)).toBe(false);
});

test("one whose rule can't be read can be skipped, and says why none follows", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  await db.updateTable("series").set({ rule: "FREQ=HOURLY" }).execute();
  expect(await skipOccurrence(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await describeNext(db, nora, first)).toBe(
    "I repeat tasks by the day, not by the hour. So none follows.",
  );
  expect(await restoreTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first }]);
});

test("an edit that brings a skipped one back for someone else ends its turn", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora } = home;
  const { id, due_local, version } = await openTask(db, nora);
  await skipOccurrence(db, nora, id);
  const draft = {
    title: "Trash",
    category: "Household",
    assignee: "Grandma",
    dueDate: due_local!,
  } as const;
  expect(await editTask(db, nora, id, { ...draft, version: version + 1 }, nora.timeZone)).toBe(
    "saved",
  );
  expect((await findCardSeries(db, nora, [id])).get(id)).toMatchObject({
    isOpen: true,
    turn: null,
  });
  await completeTask(db, nora, id);
  expect(await findDoers(db, [id])).toEqual(new Map([[id, await personIdOf(db, nora.userId)]]));
});
