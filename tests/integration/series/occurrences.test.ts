import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { moveWholeHousehold } from "#app/domain/lifecycle/move-household.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { missedQuery } from "#app/domain/series/occurrences/due-series.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { history, newSeries, openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";
import { personIdOf } from "../../support/records/people.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test("completing one makes the next, once, however many press at once", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const pressed = await Promise.all(Array.from({ length: 8 }, () => completeTask(db, nora, first)));
  expect(pressed.filter(Boolean)).toHaveLength(1);
  expect(await openTasks(db, nora)).toMatchObject([
    { title: "Take out the trash", due_local: due(1) },
  ]);
  expect(await history(db, nora)).toMatchObject([
    { number: 1, state: "done", done_by: await personIdOf(db, nora.userId) },
    { number: 2, state: "open" },
  ]);
});

test("reopening one takes back the next, and completing it again brings that back", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
  expect(await restoreTask(db, nora, next!.id)).toBe(false);
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ id: next!.id, due_local: due(1) }]);
});

test("one stays done once the next was changed or a reminder of it was sent", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  await setDueDate(db, nora, next!.id, due(1).replace("19:00", "20:00"), nora.timeZone);
  expect(await reopenTask(db, nora, first)).toBe(false);
  expect(await openTasks(db, nora)).toMatchObject([{ id: next!.id }]);

  await completeTask(db, nora, next!.id);
  const [third] = await openTasks(db, nora);
  await addReminder(db, nora, third!.id, { minutesBefore: 30 });
  await db
    .updateTable("reminders")
    .set({ status: "sent" })
    .where("task_id", "=", third!.id)
    .execute();
  expect(await reopenTask(db, nora, next!.id)).toBe(false);
  expect(await openTasks(db, nora)).toMatchObject([{ id: third!.id }]);
});

test("deleting one ends the series, and restoring it goes on", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await deleteTask(db, nora, first);
  await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 30 }));
  expect(await openTasks(db, nora)).toEqual([]);
  await restoreTask(db, nora, first);
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
});

test("missed ones do not pile up: the next one says how many", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  expect(await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 2 }))).toBe(0);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first }]);
  await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 7 }));
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
  expect(await history(db, nora)).toMatchObject([
    { number: 1, state: "missed" },
    { number: 2, missed_before: 1 },
  ]);
  // Mila was off for a month.
  await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 36 }));
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(5) }]);
  expect((await history(db, nora)).at(-1)).toMatchObject({ number: 3, missed_before: 5 });
  const [open] = await openTasks(db, nora);
  await completeTask(db, nora, open!.id);
  expect((await history(db, nora)).at(-1)).toMatchObject({ number: 4, missed_before: 0 });
});

// Going through them one by one took 42 seconds, in which nobody could change anything.
test("fifty years of missed days take no longer than a page", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const today = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  await newSeries(own.db, nora, { rule: "FREQ=DAILY", due: "1976-01-01T19:00", now: nowIso() });
  const startedAt = performance.now();
  await tickSeries(own.db, () => nowIso());
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const days = Temporal.PlainDate.from("1976-01-01").until(today).days;
  expect(await openTasks(own.db, nora)).toMatchObject([{ due_local: `${today.toString()}T19:00` }]);
  expect((await history(own.db, nora)).at(-1)).toMatchObject({ number: 2, missed_before: days });
});

test("series that can't go on don't hold up the others", async () => {
  await using home = await weekly();
  const { db, nora, due } = home;
  const yesterday = wallClockAt(nowIso(), nora.timeZone)
    .subtract({ days: 1 })
    .toPlainDate()
    .toString();
  for (let index = 0; index < 5; index += 1) {
    await newSeries(db, nora, {
      rule: "FREQ=DAILY",
      due: `${yesterday}T0${index}:00`,
      now: nowIso(),
    });
  }
  await db
    .updateTable("series")
    .set({ rule: "FREQ=HOURLY" })
    .where("rule", "=", "FREQ=DAILY")
    .execute();
  const nextWeek = laterBy(nowIso(), { hours: 24 * 7 });
  for (let tick = 0; tick < 6; tick += 1)
    await tickSeries(db, () => nextWeek).catch(() => undefined);
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toContain(due(1));
});

test("moving one leaves the others where they are", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await setDueDate(db, nora, first, due(0).replace("19:00", "08:00"), nora.timeZone);
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
  // Moved past the one after it, which it then stands for.
  await setDueDate(db, nora, (await openTasks(db, nora))[0]!.id, due(2), nora.timeZone);
  await completeTask(db, nora, (await openTasks(db, nora))[0]!.id);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(3) }]);
});

test("the next one takes over title, person and own reminders", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const draft = {
    title: "Trash and paper",
    category: "Household",
    assignee: "Sam",
    dueDate: due(0),
  } as const;
  expect(
    await editTask(db, nora, first, { ...draft, version: 1, scope: "following" }, nora.timeZone),
  ).toBe("saved");
  await addReminder(db, nora, first, { minutesBefore: 30 });
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  const task = await db
    .selectFrom("tasks")
    .selectAll()
    .select(assigneeOfTask)
    .where("id", "=", next!.id)
    .executeTakeFirstOrThrow();
  expect(task).toMatchObject({ title: "Trash and paper", assignee: "Sam", delegated_to: null });
  const reminders = await db
    .selectFrom("reminders")
    .selectAll()
    .where("task_id", "=", next!.id)
    .execute();
  const planned = laterBy(task.due_date!, { minutes: -30 });
  expect(reminders.filter(({ origin }) => origin === "custom")).toMatchObject([
    { minutes_before: 30, planned_at: planned, scheduled_at: planned, status: "pending" },
  ]);
});

test("one that counts from completion is due so long after it was done", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const now = nowIso();
  const due = "2026-01-05T12:00";
  const first = await newSeries(own.db, nora, {
    rule: "FREQ=MONTHLY;INTERVAL=3",
    from: "done",
    due,
    now,
  });
  expect(await tickSeries(own.db, () => now)).toBe(0);
  await completeTask(own.db, nora, first);
  const next = wallClockAt(now, nora.timeZone).toPlainDate().add({ months: 3 });
  expect(await openTasks(own.db, nora)).toMatchObject([{ due_local: `${next.toString()}T12:00` }]);
});

test("nothing follows the last one", async () => {
  await using home = await weekly("FREQ=WEEKLY;COUNT=2");
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  const [last] = await openTasks(db, nora);
  await completeTask(db, nora, last!.id);
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await reopenTask(db, nora, last!.id)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: last!.id }]);
});

test.each([
  "FREQ=HOURLY",
  "FREQ=WEEKLY;WKST=SU",
  "nonsense",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
])("a task that is said to repeat by %s is a task for once", async (rule) => {
  await using home = await weekly(rule);
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await history(db, nora)).toEqual([]);
});

test("series move with their household, and the export has them", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  const sam = await newFamily(db);
  const to = sam.householdId;
  await db
    .transaction()
    .execute((trx) =>
      moveWholeHousehold(
        trx,
        { userId: nora.userId, from: nora.householdId, to: to, pairs: [] },
        nowIso(),
      ),
    );
  const moved: TestFamily = { ...nora, householdId: to };
  await completeTask(db, moved, first);
  expect(await openTasks(db, moved)).toHaveLength(1);
  const file = await readExport(db, moved);
  expect(file).toMatchObject({
    series: [{ rule: "FREQ=WEEKLY" }],
    series_occurrences: [{ number: 1 }, { number: 2 }],
  });
});

test.skipIf(skippedOnPostgres.plans)("the tick reads only what is missed", async () => {
  await using own = newDatabase();
  const { sql, parameters } = missedQuery(own.db, nowIso()).compile();
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await own.db.executeQuery<{ detail: string }>(query);
  expect(rows.map(({ detail }) => detail)).toEqual([
    "SEARCH series_occurrences USING INDEX series_occurrences_to_miss (missed_at>? AND missed_at<?)",
  ]);
});

test.skipIf(skippedOnPostgres.plans)(
  "dates ahead are found without the years before them",
  async () => {
    await using home = await weekly();
    const { db, nora, first } = home;
    const queries = await captureQueries(db, (watched) => completeTask(watched, nora, first));
    const asked = queries.filter(({ sql }) =>
      /where "series_id" = .* and "state" = 'ahead'/.test(sql),
    );
    expect(asked.length).toBeGreaterThan(0);
    for (const { sql, parameters } of asked) {
      const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(query);
      expect(withoutConstants(rows).map(({ detail }) => detail)).toEqual([
        "SEARCH series_occurrences USING INDEX series_occurrences_ahead (series_id=?)",
      ]);
    }
  },
);
