import { expect, test } from "vitest";
import { nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput, type RepeatInput } from "#app/domain/series/input.ts";
import { findRepeatPage } from "#app/domain/series/repeat-page.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { newFamily } from "../../support/records/family.ts";
import { history, newSeries, openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

const said = (fields: Partial<Record<keyof RepeatInput, unknown>>) =>
  repeatInput.parse({ interval: 1, unit: "week", ...fields });

test("a task for once can be made to repeat, once, however many press at once", async () => {
  await using home = await weekly("nonsense");
  const { db, nora, first, due } = home;
  const saved = await Promise.all(
    Array.from({ length: 8 }, () => saveRepetition(db, nora, first, said({ unit: "day" }))),
  );
  expect(saved.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "saved"));
  expect(await db.selectFrom("series").select("rule").execute()).toEqual([{ rule: "FREQ=DAILY" }]);
  await completeTask(db, nora, first);
  const next = Temporal.PlainDateTime.from(due(0)).add({ days: 1 });
  expect(await openTasks(db, nora)).toMatchObject([
    { due_local: next.toString({ smallestUnit: "minute" }) },
  ]);
});

test("another rule moves the open one to its first date and keeps the history", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  expect(await saveRepetition(db, nora, next!.id, said({ interval: 3, from: "done" }))).toEqual({
    status: "saved",
  });
  expect(await openTasks(db, nora)).toMatchObject([{ id: next!.id, due_local: due(1) }]);

  const dayAfter = Temporal.PlainDateTime.from(due(1)).add({ days: 1 });
  const code = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][dayAfter.dayOfWeek - 1];
  await saveRepetition(db, nora, next!.id, said({ interval: 2, weekdays: [{ value: code }] }));
  // The weeks count from the open one, whose week has that day still to come, or is over on a
  // Sunday.
  const [moved] = await openTasks(db, nora);
  expect(moved!.id).toBe(next!.id);
  expect(Temporal.PlainDateTime.from(moved!.due_local!).dayOfWeek).toBe(dayAfter.dayOfWeek);
  expect(await history(db, nora)).toMatchObject([
    { number: 1, state: "done" },
    { number: 2, state: "open" },
  ]);
  expect((await history(db, nora))[0]!.occurs_on).toBe(due(0).slice(0, 10));
});

test("one that was moved by hand keeps its date when the rule changes", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const moved = Temporal.PlainDateTime.from(due(0))
    .add({ days: 2 })
    .toString({ smallestUnit: "minute" });
  await setDueDate(db, nora, first, moved, nora.timeZone);
  await saveRepetition(db, nora, first, said({ unit: "month" }));
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: moved }]);
  await completeTask(db, nora, first);
  const next = Temporal.PlainDateTime.from(moved).add({ months: 1 });
  expect((await openTasks(db, nora))[0]!.due_local!.slice(8, 10)).toBe(
    String(next.day).padStart(2, "0"),
  );
});

test("a pause moves the open one behind it, and ending the pause brings it back", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const pausedUntil = Temporal.PlainDate.from(due(2).slice(0, 10)).add({ days: 1 }).toString();
  await saveRepetition(db, nora, first, said({ pausedUntil }));
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(3) }]);
  await saveRepetition(db, nora, first, said({}));
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
});

test("ending makes the open one the last, and resuming goes on", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  expect(await endRepetition(db, nora, first, { isEnded: true })).toEqual({ status: "saved" });
  expect(await endRepetition(db, nora, first, { isEnded: true })).toEqual({ status: "missing" });
  expect(await findCardSeries(db, nora, [first])).toEqual(new Map());
  expect(await history(db, nora)).toMatchObject([
    { state: "open", next_on: null, missed_at: null },
  ]);
  expect(await endRepetition(db, nora, first, { isEnded: false })).toEqual({ status: "saved" });
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);

  const [second] = await openTasks(db, nora);
  await endRepetition(db, nora, second!.id, { isEnded: true });
  await completeTask(db, nora, second!.id);
  expect(await openTasks(db, nora)).toEqual([]);
});

test("a rule that the form cannot show is kept, with its count", async () => {
  await using home = await weekly("FREQ=WEEKLY;COUNT=2");
  const { db, nora, first } = home;
  const task = (await findTasks(db, [first])).get(first)!;
  expect(await findRepeatPage(db, nora, task)).toMatchObject({
    words: expect.stringContaining("2 times"),
    isOnlyInWords: true,
    fields: { rule: "keep" },
  });
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  await saveRepetition(db, nora, second!.id, said({ rule: "keep", unit: "year" }));
  await completeTask(db, nora, second!.id);
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await db.selectFrom("series").select("rule").execute()).toEqual([
    { rule: "FREQ=WEEKLY;COUNT=2" },
  ]);
});

test("how it repeats names the clock that is meant, if the viewer has another one", async () => {
  await using home = await weekly("FREQ=WEEKLY;COUNT=2");
  const { db, first } = home;
  const task = (await findTasks(db, [first])).get(first)!;
  const seenFrom = (timeZone: string) => findRepeatPage(db, { timeZone }, task);
  expect(await seenFrom("America/Detroit")).toMatchObject({
    words: expect.stringMatching(/ 7 PM, 2 times$/),
    timeZone: null,
  });
  expect(await seenFrom("Europe/Berlin")).toMatchObject({
    words: expect.stringContaining(" 7 PM New York time, 2 times"),
    timeZone: "America/New_York",
  });
});

test("a pasted rule counts from its own first date and leaves out its dates", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const compact = (weeks: number) => due(weeks).slice(0, 10).replaceAll("-", "");
  const pasted = `DTSTART:${compact(-2)}T080000\nRRULE:FREQ=WEEKLY;COUNT=6\nEXDATE:${compact(1)}T080000`;
  expect(await saveRepetition(db, nora, first, said({ pasted }))).toEqual({ status: "saved" });
  const days: (string | null)[] = [];
  for (;;) {
    const [open] = await openTasks(db, nora);
    if (!open) break;
    days.push(open.due_local);
    await completeTask(db, nora, open.id);
  }
  expect(days).toEqual([due(0), due(2), due(3)]);
  const over = `DTSTART:${compact(-9)}\nRRULE:FREQ=WEEKLY;COUNT=6`;
  const once = await weekly();
  const refused = { status: "refused", field: "pasted", words: "It would not come again by then." };
  expect(await saveRepetition(once.db, once.nora, once.first, said({ pasted: over }))).toEqual(
    refused,
  );
  await once[Symbol.asyncDispose]();
});

test("what has no date is refused beside its field, and nothing changes", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  const today = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  const refusals = [
    [{ until: today.subtract({ days: 1 }).toString() }, "until"],
    [{ until: today.toString() }, "until"],
    [{ pausedUntil: today.toString() }, "pausedUntil"],
    [
      {
        until: today.add({ days: 20 }).toString(),
        pausedUntil: today.add({ days: 30 }).toString(),
      },
      "pausedUntil",
    ],
    [{ unit: "month", monthly: "days", days: "often" }, "days"],
    [{ from: "done", until: today.add({ days: 90 }).toString() }, "until"],
  ] as const;
  for (const [fields, field] of refusals) {
    expect(await saveRepetition(db, nora, first, said(fields))).toMatchObject({
      status: "refused",
      field,
    });
  }
  expect(await db.selectFrom("series").select(["rule", "paused_until"]).execute()).toEqual([
    { rule: "FREQ=WEEKLY", paused_until: null },
  ]);
});

test("February 30 is refused", async () => {
  await using home = await weekly("nonsense");
  const { db, nora } = home;
  const february = await newSeries(db, nora, {
    rule: "nonsense",
    due: "2031-02-10T19:00",
    now: nowIso(),
  });
  const never = said({ interval: 12, unit: "month", monthly: "days", days: "30" });
  expect(await saveRepetition(db, nora, february, never)).toEqual({
    status: "refused",
    field: "days",
    words: "There is no such date.",
  });
});

test("others' tasks and done ones cannot be made to repeat", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  expect(await saveRepetition(db, await newFamily(db), first, said({}))).toEqual({
    status: "missing",
  });
  await completeTask(db, nora, first);
  expect(await saveRepetition(db, nora, first, said({}))).toEqual({ status: "missing" });
  expect(await endRepetition(db, nora, first, { isEnded: true })).toEqual({ status: "missing" });
});

test("a pasted rule that ends before the task's date moves the task to its next date", async () => {
  await using home = await weekly("nonsense");
  const { db, nora, first, due } = home;
  const [today, day] = [0, 6].map((days) =>
    Temporal.PlainDate.from(due(0).slice(0, 10)).add({ days: days - 1 }),
  );
  await setDueDate(db, nora, first, due(4), nora.timeZone);
  const basic = (date: Temporal.PlainDate) => date.toString().replaceAll("-", "");
  const pasted = `DTSTART:${basic(today!.subtract({ days: 9 }))}\nRRULE:FREQ=DAILY;UNTIL=${basic(day!)}`;
  expect(await saveRepetition(db, nora, first, said({ pasted }))).toEqual({ status: "saved" });
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: `${today!.toString()}T19:00` }]);
  expect(await db.selectFrom("series").select("rule").execute()).toHaveLength(1);
});

test("a pasted count from years ago is kept as what is left of it", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const start = Temporal.PlainDate.from(due(-1300).slice(0, 10));
  const pasted = `DTSTART:${start.toString().replaceAll("-", "")}\nRRULE:FREQ=WEEKLY;COUNT=1303`;
  expect(await saveRepetition(db, nora, first, said({ pasted }))).toEqual({ status: "saved" });
  const starts_on = due(0).slice(0, 10);
  expect(await db.selectFrom("series").select(["rule", "starts_on"]).execute()).toEqual([
    { rule: "FREQ=WEEKLY;COUNT=3", starts_on },
  ]);
});
