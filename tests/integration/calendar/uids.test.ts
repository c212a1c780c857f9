import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { findFeed, listFeedEvents } from "#app/domain/calendar/files/feed.server.ts";
import { findTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { categories } from "#app/domain/core/limits.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, editTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { readEvents } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { newTaskDue } from "../../support/records/google-calendar.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { chooseTask, dayFrom, often, type Step, taskActions } from "../../support/series/steps.ts";
import { depth } from "../../support/runner/depth.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** Its events as calendar programs get them. Fails if two share a UID. */
async function readFeed(db: Kysely<Database>, { userId }: TestFamily, now: string) {
  const settings = (await findFeedSettings(db, userId)) ?? (await startFeed(db, userId));
  const feed = (await findFeed(db, settings))!;
  const events = await listFeedEvents(db, feed, null, now);
  const uids = events.map(({ uid }) => uid);
  expect(uids.filter((uid, index) => uids.indexOf(uid) !== index)).toEqual([]);
  return events;
}

async function startFeed(db: Kysely<Database>, userId: string) {
  await saveFeed(db, userId, [...categories]);
  return (await findFeedSettings(db, userId))!;
}

/** The UIDs of a household's tasks, as their files have them. */
async function readFiles(db: Kysely<Database>, nora: TestFamily): Promise<Map<string, unknown>> {
  const tasks = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", nora.householdId)
    .where("deleted_at", "is", null)
    .execute();
  const files = new Map<string, unknown>();
  for (const { id } of tasks) {
    const [event] = readEvents((await findTaskFile(db, nora, id, null))!);
    files.set(id, event!.uid);
  }
  expect(new Set(files.values()).size).toBe(files.size);
  return files;
}

interface Edit {
  days: number;
  scope: "one" | "following" | "all";
}

async function moveTo(
  db: Kysely<Database>,
  nora: TestFamily,
  id: string,
  { days, scope }: Edit,
  now: string = nowIso(),
) {
  const { version } = (await findTask(db, nora, id))!;
  const dueDate = `${dayFrom(nora, now, days)}T19:00`;
  const draft = { title: "Trash", category: "Household", dueDate, version, scope } as const;
  await editTask(db, nora, id, draft, nora.timeZone);
}

const repeat = (db: Kysely<Database>, nora: TestFamily, id: string, input: object, now?: string) =>
  saveRepetition(db, nora, id, repeatInput.parse({ interval: 1, unit: "week", ...input }), now);

test("the next one, moved with those that follow to the day of one that was done early, has its own UID", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const now = nowIso();
  const due = `${dayFrom(nora, now, 3)}T19:00`;
  const id = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now });
  await completeTask(own.db, nora, id);
  const before = await readFeed(own.db, nora, now);
  const files = await readFiles(own.db, nora);
  const [next] = await openTasks(own.db, nora);
  await moveTo(own.db, nora, next!.id, { days: 3, scope: "following" });
  const after = await readFeed(own.db, nora, now);
  expect(await readFiles(own.db, nora)).toEqual(files);
  expect(after.filter(({ start }) => start === before[0]!.start)).toHaveLength(2);
});

test("dates that counted from completion keep their UIDs when they count from a date", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const now = nowIso();
  const due = `${dayFrom(nora, now, 3)}T19:00`;
  await newSeries(own.db, nora, { rule: "FREQ=DAILY;INTERVAL=3", from: "done", due, now });
  for (let count = 0; count < 3; count += 1)
    await completeTask(own.db, nora, (await openTasks(own.db, nora))[0]!.id);
  const files = await readFiles(own.db, nora);
  const [open] = await openTasks(own.db, nora);
  await repeat(own.db, nora, open!.id, { unit: "day", interval: 3 });
  expect((await readFeed(own.db, nora, now)).length).toBeGreaterThan(10);
  expect(await readFiles(own.db, nora)).toEqual(files);
});

test("a task keeps its UID when it repeats, and when it no longer does", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await newTaskDue(own.db, nora);
  const files = await readFiles(own.db, nora);
  await repeat(own.db, nora, id, {});
  expect(await readFiles(own.db, nora)).toEqual(files);
});

/** UIDs by start, where one event starts then. */
function onlyOnes(events: { start: string; uid: string }[]): Map<string, string> {
  const byStart = [...Map.groupBy(events, ({ start }) => start)];
  return new Map(
    byStart.flatMap(([start, [first, ...others]]) => {
      return first && others.length === 0 ? [[start, first.uid]] : [];
    }),
  );
}

const anyStep = record({
  do: oneof(
    often("complete", 4),
    often("following", 3),
    ...["reopen", "skip", "wait", "move", "delete", "restore", "all", "rule", "kind", "early"].map(
      (what) => often(what, 1),
    ),
  ),
  which: constantFrom(0, 0, 0, 1, 2),
  days: nat(9),
});

test.skipIf(skippedOnPostgres.long)(
  "random changes of a series never make two entries of one UID, nor give one another UID",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    await sql`pragma synchronous = off`.execute(db);
    await assert(
      asyncProperty(
        constantFrom("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY done"),
        array(anyStep, { minLength: 3, maxLength: 14, size: "max" }),
        async (said, order) => {
          const [rule = "", from] = said.split(" ");
          const nora = await newFamily(db);
          let now = nowIso();
          const due = `${dayFrom(nora, now, 1)}T19:00`;
          await newSeries(db, nora, { rule, from: from === "done" ? "done" : "due", due, now });
          const known = await readFiles(db, nora);
          for (const one of order) {
            const foreseen = onlyOnes(await readFeed(db, nora, now));
            if (one.do === "wait") now = laterBy(now, { hours: 24 * one.days });
            await take(db, nora, one, now);
            const events = await readFeed(db, nora, now);
            for (const [taskId, uid] of await readFiles(db, nora)) {
              expect(known.get(taskId) ?? uid).toBe(uid);
              known.set(taskId, uid);
            }
            if (!["complete", "skip", "wait"].includes(one.do)) continue;
            // What was to come has the UID by which calendars know it.
            for (const [start, uid] of onlyOnes(events))
              expect(foreseen.get(start) ?? uid).toBe(uid);
          }
          await db.deleteFrom("households").where("id", "=", nora.householdId).execute();
        },
      ),
      depth({ full: 1_000, part: 30 }),
    );
  },
  600_000,
);

async function take(
  db: Kysely<Database>,
  nora: TestFamily,
  step: Step,
  now: string,
): Promise<void> {
  const { do: what, days } = step;
  const { task, ahead } = await chooseTask(db, nora, step);
  const { id } = task;
  const common = taskActions(db, nora, id, `${dayFrom(nora, now, days)}T18:00`);
  const edit = async (scope: Edit["scope"]) => {
    if (await findTask(db, nora, id)) await moveTo(db, nora, id, { days, scope }, now);
  };
  const rules = [{ interval: 2 }, { unit: "day" }, { weekdays: [{ value: "TU" }] }];
  const actions: Record<string, () => Promise<unknown>> = {
    ...common,
    wait: () => tickSeries(db, () => now),
    early: async () => ahead && completeTask(db, nora, ahead.id),
    following: () => edit("following"),
    all: () => edit("all"),
    rule: () => repeat(db, nora, id, rules[days % 3]!, now),
    kind: () => repeat(db, nora, id, { from: days % 2 === 0 ? "due" : "done" }, now),
  };
  await actions[what]!();
}
