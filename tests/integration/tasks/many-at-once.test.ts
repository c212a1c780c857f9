import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import {
  addAwayDates,
  deleteAwayDates,
  listAwayDates,
} from "#app/domain/series/changing/away.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { newDatabase } from "../../support/records/database.ts";
import { runs } from "../../support/runner/depth.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { newSeries } from "../../support/records/series.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

// A change of the household concerns all its tasks. The server does little of that in one piece.

const count = runs({ full: 1_000, part: 500 });
const maxAtOnce = 300;

const emailOf = ({ userId }: TestFamily) => `${userId}@example.com`;

async function crowd(db: Kysely<Database>): Promise<TestFamily> {
  const family = await newFamily(db);
  await addManyTasks(db, { email: emailOf(family) }, { count, days: 200 });
  return family;
}

const choose = (db: Kysely<Database>, family: TestFamily, isOn: boolean) =>
  saveReminderPreferences(db, family, {
    reminderTwoDaysBefore: false,
    reminderOneHourBefore: isOn,
    dailySummaryEnabled: false,
    schoolMailEnabled: false,
    dailySummaryTime: undefined,
  });

async function countPending(db: Kysely<Database>, { userId }: TestFamily): Promise<number> {
  const pending = db
    .selectFrom("reminders")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "pending");
  return (await pending.execute()).length;
}

test.skipIf(skippedOnPostgres.sql)(
  "preferences change the earliest reminders at once, and all others within seconds",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await crowd(db);
    await choose(db, nora, true);
    expect(await countPending(db, nora)).toBe(maxAtOnce);
    const planned = db.selectFrom("reminders").innerJoin("tasks", "tasks.id", "reminders.task_id");
    const last = await planned
      .select(({ fn }) => fn.max("due_date").as("at"))
      .executeTakeFirstOrThrow();
    const earlier = db.selectFrom("tasks").select("id").where("due_date", "<=", last.at);
    expect((await earlier.execute()).length).toBeLessThan(maxAtOnce + 10);
    await announceWaiting(db, nowIso());
    expect(await countPending(db, nora)).toBe(count);

    await choose(db, nora, false);
    expect(await countPending(db, nora)).toBe(count - maxAtOnce);
    await announceWaiting(db, nowIso());
    expect(await countPending(db, nora)).toBe(0);
  },
);

test.skipIf(skippedOnPostgres.sql)(
  "whoever joins and leaves brings and hands over hundreds of tasks, few at once",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const [nora, bob] = [await newFamily(db), await crowd(db)];
    await choose(db, nora, true);
    await choose(db, bob, true);
    await announceWaiting(db, nowIso());
    await db.deleteFrom("reminders").execute();
    const linkKey = "k".repeat(43);
    const token = linkToken(linkKey, "invitation", await newInvitation(db, nora, emailOf(bob)));
    expect(await acceptInvitation(db, bob.userId, { linkKey, token })).toBe("joined");
    expect(await countPending(db, bob)).toBe(maxAtOnce);
    await announceWaiting(db, nowIso());
    expect(await countPending(db, bob)).toBe(count);

    const { id } = await db
      .selectFrom("household_members")
      .select("id")
      .where("user_id", "=", bob.userId)
      .executeTakeFirstOrThrow();
    expect(await leaveHousehold(db, bob, id)).toBe("done");
    expect(await countPending(db, nora)).toBeLessThanOrEqual(maxAtOnce);
    await removeAccounts(db);
    await announceWaiting(db, nowIso());
    expect(await countPending(db, nora)).toBe(count);
    expect(await countPending(db, bob)).toBe(0);
  },
);

test("whoever is away or leaves the family hands on all turns, and few of them are followed up at once", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  const first = await openTask(db, nora);
  const people = [idOf("Nora"), idOf("Sam")];
  const others = 59;
  for (let index = 0; index < others; index += 1) {
    const id = await newSeries(db, nora, {
      rule: "FREQ=WEEKLY",
      due: first.due_local!,
      now: nowIso(),
    });
    await setTurns(db, nora, id, { who: "people", people, order: "each" });
  }
  const listAssignees = async () => {
    const open = db
      .selectFrom("tasks")
      .select(assigneeOfTask)
      .where("is_ahead", "=", 0)
      .where("is_completed", "=", 0);
    return [...new Set((await open.execute()).map(({ assignee }) => assignee))];
  };
  const countQueries = async (run: (watched: Kysely<Database>) => Promise<unknown>) =>
    (await captureQueries(db, run)).length / (others + 1);
  const away = { person: idOf("Nora"), firstOn: day(0), lastOn: day(3) };
  expect(await countQueries((watched) => addAwayDates(watched, nora, away))).toBeLessThan(4);
  await tickSeries(db, nowIso);
  expect(await listAssignees()).toEqual(["Sam"]);
  const { away: listed } = await listAwayDates(db, nora);
  await deleteAwayDates(db, nora, listed[0]!.id);
  expect(
    await countQueries((watched) => removeFamilyMember(watched, nora, idOf("Sam"))),
  ).toBeLessThan(5);
  // The worker gives on the others.
  expect((await listAssignees()).toSorted()).toEqual(["Nora", null]);
  await tickSeries(db, nowIso);
  expect(await listAssignees()).toEqual(["Nora"]);
  await announceWaiting(db, nowIso());
  expect(await db.selectFrom("tasks_to_announce").selectAll().execute()).toEqual([]);
});

test.skipIf(skippedOnPostgres.sql)(
  "households take turns, one task that fails is tried again, and the others go on",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const [many, few] = [await crowd(db), await crowd(db)];
    await choose(db, many, true);
    await choose(db, few, true);
    const bad = await db
      .selectFrom("tasks")
      .select("id as task_id")
      .where("household_id", "=", few.householdId)
      .orderBy("due_date", "desc")
      .executeTakeFirst();
    await sql`
    create trigger refuse before insert on reminders when new.task_id = ${sql.lit(bad!.task_id)}
    begin select raise(abort, 'refused'); end`.execute(db);
    const before = await readRevision(db, few.householdId);
    const queries = await captureQueries(db, async (watched) => {
      await expect(announceWaiting(watched, nowIso())).rejects.toThrow(
        "Some tasks could not be announced",
      );
    });
    const turns = queries
      .filter(({ sql: text }) => text.startsWith('delete from "tasks_to_announce"'))
      .map(({ parameters }) => String(parameters[0]).includes(many.userId));
    // Twenty-five milliseconds of the first one's tasks, in batches of five.
    expect(Math.max(turns.indexOf(true), turns.indexOf(false))).toBeLessThan(120);
    expect(await countPending(db, many)).toBe(count);
    const left = await db.selectFrom("tasks_to_announce").select(["task_id", "run_at"]).execute();
    expect(left).toEqual([{ task_id: bad!.task_id, run_at: expect.any(String) }]);
    expect(await readRevision(db, few.householdId)).toBeGreaterThan(before);
    await sql`drop trigger refuse`.execute(db);
    await announceWaiting(db, left[0]!.run_at);
    expect(await countPending(db, few)).toBe(count);
  },
);
