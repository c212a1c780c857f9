import { type Kysely, type KyselyPlugin, sql } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { clockOf } from "#app/domain/tasks/due/is-over.server.ts";
import { listTasksAhead } from "#app/domain/tasks/find-tasks.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newMember, type TestFamily } from "../../support/records/family.ts";
import { history, newSeries } from "../../support/records/series.ts";
import { at, homeZone, minutesPerDay, newHome } from "../../support/series/home.ts";
import { personIdOf } from "../../support/records/people.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function addSeries(db: Kysely<Database>, family: TestFamily, count: number): Promise<void> {
  const tomorrow = wallClockAt(nowIso(), family.timeZone).add({ days: 1 }).toPlainDate().toString();
  for (let index = 0; index < count; index += 1) {
    await newSeries(db, family, { rule: "FREQ=WEEKLY", due: `${tomorrow}T19:00`, now: nowIso() });
  }
}

/** Runs with a database that counts its queries. */
async function countQueries(
  db: Kysely<Database>,
  run: (counted: Kysely<Database>) => Promise<unknown>,
): Promise<number> {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  };
  await run(db.withPlugin(counter));
  return queries;
}

test("a dashboard asks the database as often for thirty series as for three", async () => {
  await using own = newDatabase();
  const asked: number[] = [];
  for (const count of [3, 30]) {
    const nora = await newFamily(own.db);
    await addSeries(own.db, nora, count);
    const list = async (db: Kysely<Database>) =>
      expect((await listTaskCards(db, nora)).tasks).toHaveLength(count);
    asked.push(await countQueries(own.db, list));
  }
  expect(asked[0]).toBeGreaterThan(5);
  expect(asked[1]).toBe(asked[0]);
});

test("a change asks the database as often for two months of dates ahead as for a week", async () => {
  const asked: number[] = [];
  for (const days of [7, 60]) {
    const now = at("2027-06-01T06:00");
    const leads = [days * minutesPerDay];
    await using home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-02T07:00", now, leads });
    const { db, nora, first } = home;
    const change = (counted: Kysely<Database>) =>
      setDueDate(counted, nora, first, "2027-06-02T08:00", homeZone);
    asked.push(await countQueries(db, change));
  }
  expect(asked[0]).toBeGreaterThan(5);
  expect(asked[1]).toBe(asked[0]);
});

test.skipIf(skippedOnPostgres.sql)(
  "days away pass ten turns on at once, and the worker does the others",
  async () => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    await newMember(own.db, nora.householdId);
    await addSeries(own.db, nora, 25);
    const norasId = await personIdOf(own.db, nora.userId);
    await sql`insert into series_turns (series_id, turn_order) select id, 'each' from series`.execute(
      own.db,
    );
    await sql`
    insert into series_turn_people (series_id, position, person_id)
    select series.id, people.id <> ${norasId}, people.id from series, people`.execute(own.db);
    await own.db.updateTable("series_occurrences").set({ turn_person_id: norasId }).execute();
    await own.db.updateTable("tasks").set({ assignee_id: norasId, has_turn: 1 }).execute();
    const countTurns = async () => {
      const turns = own.db.selectFrom("series_occurrences").where("state", "=", "open");
      const rows = await turns.where("turn_person_id", "=", norasId).select("task_id").execute();
      return rows.length;
    };
    const today = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
    const dates = { firstOn: today.toString(), lastOn: today.add({ days: 5 }).toString() };
    await addAwayDates(own.db, nora, { person: nora.userId, ...dates });
    expect(await countTurns()).toBe(15);
    await tickSeries(own.db, () => nowIso());
    expect(await countTurns()).toBe(0);
  },
);

test("one tick replaces all missed ones, a few in each transaction", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await addSeries(own.db, nora, 60);
  await own.db
    .updateTable("series_occurrences")
    .set({ missed_at: earlierBy(nowIso(), { minutes: 1 }) })
    .where("state", "=", "open")
    .execute();
  expect(await tickSeries(own.db, () => nowIso())).toBe(60);
  expect(await tickSeries(own.db, () => nowIso())).toBe(0);
  expect((await history(own.db, nora)).filter(({ state }) => state === "open")).toHaveLength(60);
});

test("a tick asks twice if nothing is due, and some fifty times for each that is", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await addSeries(own.db, nora, 1);
  const tick = (db: Kysely<Database>) => tickSeries(db, () => nowIso());
  expect(await countQueries(own.db, tick)).toBe(2);
  const past = earlierBy(nowIso(), { minutes: 1 });
  await own.db
    .updateTable("series_occurrences")
    .set({ missed_at: past })
    .where("state", "=", "open")
    .execute();
  expect(await countQueries(own.db, tick)).toBeLessThanOrEqual(50);
});

test("a series that can't go on holds up no other", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await addSeries(own.db, nora, 2);
  const past = earlierBy(nowIso(), { minutes: 1 });
  await own.db
    .updateTable("series_occurrences")
    .set({ missed_at: past })
    .where("state", "=", "open")
    .execute();
  const [first] = await own.db.selectFrom("series").select("id").orderBy("id").execute();
  await own.db
    .updateTable("series")
    .set({ rule: "FREQ=HOURLY" })
    .where("id", "=", first!.id)
    .execute();
  const words = (await listTaskCards(own.db, nora)).tasks.map(({ repeats }) => repeats?.words);
  expect(words).toContain("I repeat tasks by the day, not by the hour.");
  await expect(tickSeries(own.db, () => nowIso())).rejects.toThrow("Some series could not go on");
  const states = (await history(own.db, nora)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["missed", "open", "open"]);
  const { task_id } = (await history(own.db, nora)).find(
    ({ state, number }) => state === "open" && number === 1,
  )!;
  expect(await completeTask(own.db, nora, task_id!)).toBe(true);
});

test("summaries and the overdue page know a series by its one open occurrence", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await addSeries(own.db, nora, 1);
  const [now, soon] = [nowIso(), laterBy(nowIso(), { hours: 24 * 2 })];
  expect(await readWeek(own.db, nora, now)).toMatchObject({ ahead: 1, overdue: 0 });
  expect(await countOverdue(own.db, nora, soon)).toBe(1);
  const later = laterBy(now, { hours: 24 * 7 });
  await tickSeries(own.db, () => later);
  expect(await countOverdue(own.db, nora, later)).toBe(0);
  const due = await listTasksAhead(own.db, nora.householdId, {
    clock: clockOf({ timeZone: "UTC" }, later),
    before: laterBy(now, { hours: 24 * 30 }),
    most: 9,
  });
  expect(due.tasks.map(({ title }) => title)).toEqual(["Take out the trash"]);
});
