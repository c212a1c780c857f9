import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso, Temporal } from "#app/domain/core/time.ts";
import { moveWholeHousehold } from "#app/domain/lifecycle/move-household.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { listBreaks } from "#app/domain/series/occurrences/breaks.server.ts";
import {
  addBreak,
  changeBreak,
  removeBreak,
} from "#app/domain/series/breaks/change-breaks.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { newFamily } from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

/** A weekly series that pauses in the school holidays. */
async function piano() {
  const home = await weekly();
  const { db, nora, first, due } = home;
  const input = repeatInput.parse({
    interval: 1,
    unit: "week",
    breaks: [{ value: "School holidays" }],
  });
  expect(await saveRepetition(db, nora, first, input)).toEqual({ status: "saved" });
  const dateOf = (weeks: number, days = 0) => daysFrom(due(weeks))(days);
  return { ...home, dateOf };
}

const daysFrom = (due: string) => (days: number) =>
  Temporal.PlainDate.from(due.slice(0, 10)).add({ days }).toString();

const holidays = "School holidays";

test("a series goes on after the household's break, and the card says if it has no dates", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  expect((await findCardSeries(db, nora, [first])).get(first)).toMatchObject({
    words: expect.stringContaining(", except School holidays · next"),
    undatedBreak: holidays,
  });
  await addBreak(db, nora, {
    name: "the school holiday",
    startsOn: dateOf(1, -1),
    endsOn: dateOf(2),
  });
  expect((await findCardSeries(db, nora, [first])).get(first)).toMatchObject({
    undatedBreak: null,
  });
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(3) }]);
});

test("a new break moves the open one out of it, and removing the break brings it back", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(1) });
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(2) }]);
  const { id } = (await listBreaks(db, nora))[0]!;
  await changeBreak(db, nora, id, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) });
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(1) }]);
  await removeBreak(db, nora, id);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
});

test("what counts from when it was done comes back once a break is removed or a pause ends early", async () => {
  await using home = await weekly();
  const { db, nora } = home;
  const dateOf = daysFrom(home.due(0));
  const rule = "FREQ=DAILY;INTERVAL=3";
  const title = "Water the ferns";
  const now = nowIso();
  const id = await newSeries(db, nora, { title, rule, from: "done", due: home.due(0), now });
  const open = async () => (await openTasks(db, nora)).find((task) => task.title === title)!;
  const save = async (more: object) => {
    const after = { interval: 3, unit: "day", from: "done", breaks: [{ value: holidays }] };
    const input = repeatInput.parse({ ...after, ...more });
    expect(await saveRepetition(db, nora, (await open()).id, input)).toEqual({ status: "saved" });
  };
  await save({ pausedUntil: dateOf(9) });
  expect(await open()).toMatchObject({ due_local: `${dateOf(9)}T19:00` });
  await save({});
  expect(await open()).toMatchObject({ due_local: home.due(0) });
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(20) });
  expect(await open()).toMatchObject({ due_local: `${dateOf(21)}T19:00` });
  // The next one would be three days after today, which is the day before its date.
  await completeTask(db, nora, id);
  expect(await open()).toMatchObject({ due_local: `${dateOf(21)}T19:00` });
  await removeBreak(db, nora, (await listBreaks(db, nora))[0]!.id);
  expect(await open()).toMatchObject({ due_local: `${dateOf(2)}T19:00` });
});

test("an after-done one that a break moved is due today, not in the past, once the break is over early", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using home = await weekly();
  const { db, nora } = home;
  const ferns = { title: "Water the ferns", rule: "FREQ=DAILY;INTERVAL=3", from: "done" } as const;
  const id = await newSeries(db, nora, { ...ferns, due: "2026-12-02T19:00", now: nowIso() });
  const input = { interval: 3, unit: "day", from: "done" };
  const paused = repeatInput.parse({ ...input, pausedUntil: "2026-12-12" });
  await saveRepetition(db, nora, id, paused);
  vi.setSystemTime("2026-12-05T12:00:00.000Z");
  await saveRepetition(db, nora, id, repeatInput.parse(input));
  expect((await findTasks(db, [id])).get(id)).toMatchObject({ due_local: "2026-12-05T19:00" });
  await setDueDate(db, nora, id, "2026-12-07T19:00", nora.timeZone);
  await saveRepetition(db, nora, id, paused);
  expect((await findTasks(db, [id])).get(id)).toMatchObject({ due_local: "2026-12-12T19:00" });
  await setDueDate(db, nora, id, "2026-12-14T19:00", nora.timeZone);
  await saveRepetition(db, nora, id, repeatInput.parse(input));
  expect((await findTasks(db, [id])).get(id)).toMatchObject({ due_local: "2026-12-14T19:00" });
});

test("a break that many series skip moves few of them at once, and the worker moves the others", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  for (let index = 1; index < 60; index += 1)
    await newSeries(db, nora, { rule: "FREQ=WEEKLY", due: due(0), now: nowIso() });
  await db.updateTable("series").set({ skipped_breaks: '["School holidays"]' }).execute();
  const countMoved = async (weeks: number) =>
    (await openTasks(db, nora)).filter(({ due_local }) => due_local === due(weeks)).length;
  const change = async (run: () => Promise<unknown>, weeks: number) => {
    await run();
    expect(await countMoved(weeks)).toBeLessThanOrEqual(10);
    await tickSeries(db, nowIso);
    expect(await countMoved(weeks)).toBe(60);
  };
  const input = { name: holidays, startsOn: dateOf(0), endsOn: dateOf(1) };
  await change(() => addBreak(db, nora, input), 2);
  const { id } = (await listBreaks(db, nora))[0]!;
  await change(() => changeBreak(db, nora, id, { ...input, name: "Ferien", endsOn: dateOf(0) }), 1);
  expect((await findCardSeries(db, nora, [first])).get(first)).toMatchObject({
    words: expect.stringContaining(", except Ferien"),
  });
  await change(() => removeBreak(db, nora, id), 0);
});

test("a deleted series that is restored goes on after a break that was added meanwhile", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await deleteTask(db, nora, first);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(1) });
  expect(await openTasks(db, nora)).toEqual([]);
  expect(await restoreTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(2) }]);
});

test("a break and a pause are over when the day is over where the family lives", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using home = await weekly();
  const { db, nora, first } = home;
  const input = { interval: 1, unit: "week", breaks: [{ value: holidays }] };
  const paused = repeatInput.parse({ ...input, pausedUntil: "2026-12-01" });
  expect(await saveRepetition(db, nora, first, paused)).toEqual({ status: "saved" });
  await addBreak(db, nora, { name: holidays, startsOn: "2026-11-25", endsOn: "2026-11-30" });
  const card = async () => (await findCardSeries(db, nora, [first])).get(first)!;
  const isOver = async () => (await listBreaks(db, nora))[0]!.isOver;
  // It is December in UTC already.
  vi.setSystemTime("2026-12-01T04:50:00.000Z");
  expect(await isOver()).toBe(false);
  expect(await card()).toMatchObject({ undatedBreak: null });
  expect((await card()).words).toContain("paused until Dec 1");
  vi.setSystemTime("2026-12-01T05:00:00.000Z");
  expect(await isOver()).toBe(true);
  expect(await card()).toMatchObject({ undatedBreak: holidays });
  expect((await card()).words).not.toContain("paused");
});

test("a renamed break still counts for its series", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) });
  const { id } = (await listBreaks(db, nora))[0]!;
  await changeBreak(db, nora, id, { name: "Winter", startsOn: dateOf(0), endsOn: dateOf(0) });
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
  expect((await findCardSeries(db, nora, [first])).get(first)?.words).toContain(", except Winter");
});

test("a break leaves other series, other households and moved ones alone", async () => {
  await using home = await piano();
  const { db, nora, first, dateOf } = home;
  const sam = await newFamily(db);
  await addBreak(db, sam, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(1) });
  await addBreak(db, nora, { name: "Carnival", startsOn: dateOf(0), endsOn: dateOf(1) });
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: `${dateOf(0)}T19:00` }]);
  await setDueDate(db, nora, first, `${dateOf(0, 2)}T10:00`, nora.timeZone);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) });
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: `${dateOf(0, 2)}T10:00` }]);
  const { id } = (await listBreaks(db, sam))[0]!;
  expect(await removeBreak(db, nora, id)).toBeUndefined();
  const dates = { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) };
  expect(await changeBreak(db, nora, id, dates)).toBe("missing");
});

test("a time chosen by hand for one day stays behind when a break moves it to another", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  const moveTo = (local: string) => setDueDate(db, nora, first, local, nora.timeZone);
  await moveTo(`${dateOf(0)}T17:00`);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) });
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(1) }]);
  await moveTo(`${dateOf(1, 2)}T17:00`);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(1), endsOn: dateOf(1, 3) });
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(2) }]);
});

test("reopening takes back the next one behind a break, although the break moved it", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await completeTask(db, nora, first);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(1), endsOn: dateOf(1) });
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(2) }]);
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first }]);
});

test("one that is done and reopened moves out of a break or a pause that was added meanwhile", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await completeTask(db, nora, first);
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(1) });
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(2) }]);
  await removeBreak(db, nora, (await listBreaks(db, nora))[0]!.id);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
  // Someone who moved it into a break by hand has it there again.
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0, 2), endsOn: dateOf(1) });
  await setDueDate(db, nora, first, `${dateOf(0, 3)}T10:00`, nora.timeZone);
  await completeTask(db, nora, first);
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: `${dateOf(0, 3)}T10:00` }]);
});

test("a series that was moved into a break by hand is there again after an undo", async () => {
  await using home = await piano();
  const { db, nora, first, dateOf } = home;
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0, 2), endsOn: dateOf(1) });
  const { title, category, version } = (await findTasks(db, [first])).get(first)!;
  const dueDate = `${dateOf(0, 3)}T10:00`;
  const draft = { title, category, version, dueDate, scope: "all" } as const;
  expect(await editTask(db, nora, first, draft, nora.timeZone)).toBe("saved");
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: dueDate }]);
  await completeTask(db, nora, first);
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: dueDate }]);
});

test("one that is done and reopened after a pause stays on its own day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using home = await piano();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  const paused = repeatInput.parse({ interval: 1, unit: "week", pausedUntil: "2026-12-20" });
  expect(await saveRepetition(db, nora, second!.id, paused)).toEqual({ status: "saved" });
  vi.setSystemTime("2026-12-20T12:00:00.000Z");
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await openTasks(db, nora)).toMatchObject([{ id: first, due_local: due(0) }]);
});

test("eight sessions that add the same break add it once, and at most 50 fit", async () => {
  await using home = await piano();
  const { db, nora, due, dateOf } = home;
  const dates = { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) };
  await Promise.all(Array.from({ length: 8 }, () => addBreak(db, nora, dates)));
  expect(await listBreaks(db, nora)).toHaveLength(1);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(1) }]);
  for (let count = 2; count <= 50; count += 1)
    await addBreak(db, nora, { ...dates, name: `Break ${count}` });
  expect(await addBreak(db, nora, { ...dates, name: "One more" })).toBe("too_many");
  expect(await listBreaks(db, nora)).toHaveLength(50);
});

test("breaks are in the export and go with the account", async () => {
  await using home = await piano();
  const { db, nora, dateOf } = home;
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(0), endsOn: dateOf(0) });
  expect(await readExport(db, nora)).toMatchObject({
    breaks: [{ name: holidays, starts_on: dateOf(0) }],
  });
  await deleteAccount(db, nora.userId, { mayLeaveNoOwner: true });
  await removeAccounts(db);
  expect(await db.selectFrom("breaks").selectAll().execute()).toEqual([]);
});

test("breaks move with their household", async () => {
  await using home = await piano();
  const { db, nora, first, due, dateOf } = home;
  await addBreak(db, nora, { name: holidays, startsOn: dateOf(1), endsOn: dateOf(1) });
  const to = (await newFamily(db)).householdId;
  await db
    .transaction()
    .execute((trx) =>
      moveWholeHousehold(
        trx,
        { userId: nora.userId, from: nora.householdId, to: to, pairs: [] },
        nowIso(),
      ),
    );
  const moved = { ...nora, householdId: to };
  await completeTask(db, moved, first);
  expect(await openTasks(db, moved)).toMatchObject([{ due_local: due(2) }]);
});
