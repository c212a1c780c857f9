import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, reopenTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { loader } from "#app/routes/calendar-feed/feed.ts";
import { loader as loadFile } from "#app/routes/tasks/calendar/file.ts";
import type { Database } from "#db/schema.ts";
import { feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { newConnectedUser } from "../../support/records/google-calendar.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { routeArgs } from "../../support/text/route.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";

async function readFeed(db: Kysely<Database>, { userId }: TestFamily) {
  const path = await feedPath(db, userId);
  const token = /^\/calendar\/(.+)\.ics$/.exec(path)?.[1] ?? "";
  return readEvents(await (await loader(await routeArgs(db, { path, params: { token } }))).text());
}

const dayFrom = ({ timeZone }: TestFamily, days: number) =>
  wallClockAt(nowIso(), timeZone).add({ days }).toPlainDate().toString();

test("the feed has a repeating task's dates of the next 90 days, on the wall clock", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await newSeries(own.db, nora, {
    rule: "FREQ=WEEKLY",
    due: `${dayFrom(nora, 1)}T19:00`,
    now: nowIso(),
  });
  const events = await readFeed(own.db, nora);
  const local = events.map(({ dtstart }) =>
    wallClockAt(String(dtstart), nora.timeZone).toString().slice(0, 16),
  );
  const weeks = Array.from(
    { length: events.length },
    (_, week) => `${dayFrom(nora, 1 + 7 * week)}T19:00`,
  );
  expect(local).toEqual(weeks);
  expect([13, 14]).toContain(events.length);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  expect(
    events.every(({ summary, rrule }) => summary === "Take out the trash" && rrule === undefined),
  ).toBe(true);
});

test("the feed leaves out the dates in a break", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const now = nowIso();
  const id = await newSeries(own.db, nora, {
    rule: "FREQ=WEEKLY",
    due: `${dayFrom(nora, 1)}T19:00`,
    now,
  });
  const holidays = {
    name: "School holidays",
    startsOn: dayFrom(nora, 8),
    endsOn: dayFrom(nora, 21),
  };
  await addBreak(own.db, nora, holidays);
  const input = { interval: 1, unit: "week", breaks: [{ value: holidays.name }] };
  expect(await saveRepetition(own.db, nora, id, repeatInput.parse(input))).toEqual({
    status: "saved",
  });
  const days = (await readFeed(own.db, nora)).map(({ dtstart }) =>
    wallClockAt(String(dtstart), nora.timeZone).toPlainDate().toString(),
  );
  expect(days.slice(0, 3)).toEqual([1, 22, 29].map((day) => dayFrom(nora, day)));
});

test("an entry keeps its UID when its date becomes a task, and when that is taken back", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await newSeries(own.db, nora, {
    rule: "FREQ=WEEKLY",
    due: `${dayFrom(nora, 1)}T19:00`,
    now: nowIso(),
  });
  const byUid = async () =>
    new Map((await readFeed(own.db, nora)).map((event) => [event.uid, event]));
  const before = await byUid();
  const [first, second] = [...before.keys()];
  await completeTask(own.db, nora, id);
  const after = await byUid();
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  expect(after.get(first)).toMatchObject({ summary: "✓ Take out the trash" });
  expect(after.get(second)).toMatchObject({ sequence: 2, status: "CONFIRMED" });
  await reopenTask(own.db, nora, id);
  const reopened = await byUid();
  expect([...reopened.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  expect(reopened.get(second)).toMatchObject({
    sequence: 4,
    status: "CONFIRMED",
    dtstart: before.get(second)?.dtstart,
  });

  const file = await loadFile(
    await routeArgs(own.db, { path: "/", userId: nora.userId, params: { id } }),
  );
  expect(readEvents(await file.text())).toMatchObject([{ uid: first }]);
});

test("one that was moved is at its own time, and a missed one is cancelled", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await newSeries(own.db, nora, {
    rule: "FREQ=WEEKLY",
    due: `${dayFrom(nora, 1)}T19:00`,
    now: nowIso(),
  });
  const count = (await readFeed(own.db, nora)).length;
  await setDueDate(own.db, nora, id, `${dayFrom(nora, 2)}T08:00`, nora.timeZone);
  const moved = await readFeed(own.db, nora);
  expect(moved).toHaveLength(count);
  expect(wallClockAt(String(moved[0]?.dtstart), nora.timeZone).toString()).toContain(
    `${dayFrom(nora, 2)}T08:00`,
  );
  await tickSeries(own.db, () => laterBy(nowIso(), { hours: 24 * 8 }));
  const states = (await readFeed(own.db, nora)).map(({ status }) => status);
  expect(states.filter((status) => status === "CANCELLED")).toHaveLength(1);
  expect(states).toHaveLength(count);
});

test("a filter's next date is unknown until it is done, so the feed has only the open one", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const rule = { rule: "FREQ=WEEKLY", from: "done" } as const;
  const id = await newSeries(own.db, nora, {
    ...rule,
    due: `${dayFrom(nora, 1)}T19:00`,
    now: nowIso(),
  });
  expect(await readFeed(own.db, nora)).toMatchObject([{ uid: id }]);
});

test("where one was added by hand, the next follow, until their recurring event is deleted there", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  const due = `${dayFrom(nora, 1)}T19:00`;
  const id = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await saveToCalendar(own.db, nora, id);
  await completeTask(own.db, nora, id);
  await sender.sendDue();
  const titles = (isRecurring: boolean) =>
    scene
      .entries()
      .filter(({ recurrence }) => Boolean(recurrence) === isRecurring)
      .map(({ summary }) => summary)
      .toSorted();
  expect(titles(false)).toEqual(["Take out the trash", "✓ Take out the trash"]);
  expect(titles(true)).toEqual(["Take out the trash"]);

  const recurring = scene.entries().find(({ recurrence }) => recurrence);
  google.removeEvent(nora.email, recurring?.id ?? "");
  const [open] = await openTasks(own.db, nora);
  await setDueDate(own.db, nora, open!.id, `${dayFrom(nora, 20)}T19:00`, nora.timeZone);
  await sender.sendDue();
  await completeTask(own.db, nora, open!.id);
  await sender.sendDue();
  expect([titles(false), titles(true)]).toEqual([
    ["✓ Take out the trash", "✓ Take out the trash"],
    [],
  ]);
});
