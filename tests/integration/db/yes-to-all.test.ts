import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import "#app/domain/wiring/rules.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { oldInstallation } from "../../support/records/old-database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** Sam said yes to all by the first one, which is done, and had every turn since. */
async function yesThatTookTheTurns(db: Kysely<Database>, turnsBefore: string) {
  const { rows } = await sql<{ series: string; household: string; open: string; user: string }>`
    select series.id as series, series.household_id as household, task_id as open,
      tasks.user_id as user
    from series join series_occurrences on series_id = series.id join tasks on tasks.id = task_id
    where state = 'open' and ended_at is null and counts_from = 'due' limit 1
  `.execute(db);
  const { series, household, open, user } = rows[0]!;
  const at = "2026-11-01T00:00:00.000Z";
  for (const table of ["delegations", "series_turns", "away_dates"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  for (const [id, name] of [
    ["sam", "Sam"],
    ["emma", "Emma"],
  ])
    await sql`
      insert into family_members (id, user_id, household_id, name, relation, created_at)
      values (${id}, ${user}, ${household}, ${name}, 'partner', ${at})
    `.execute(db);
  await sql`
    insert into tasks (id, household_id, user_id, title, category, created_at, is_completed, done_at)
    values ('first', ${household}, ${user}, 'Trash', 'Household', ${at}, 1, ${at})
  `.execute(db);
  await sql`
    update series_occurrences set number = 1000, turn_user = null, turn_member = 'sam'
    where task_id = ${open}
  `.execute(db);
  await sql`
    insert into series_occurrences
      (series_id, household_id, number, occurs_on, task_id, task_version, state)
    values (${series}, ${household}, 999, '2026-10-01', 'first', 1, 'done')
  `.execute(db);
  await sql`
    update tasks set assignee = 'Sam', delegation_status = 'none', delegated_to = null
    where id = ${open}
  `.execute(db);
  await sql`insert into series_turns values (${series}, 'each')`.execute(db);
  await sql`
    insert into series_turn_people (series_id, position, member_id) values (${series}, 0, 'sam')
  `.execute(db);
  await sql`
    insert into delegations
      (id, task_id, asked_by, family_member_id, delegate_name, method, state, answer, asked_at,
        answered_at, done_at, is_for_all, turns_before)
    values ('root', 'first', ${user}, 'sam', 'Sam', 'sms', 'accepted', 'accepted', ${at}, ${at},
      ${at}, 1, ${turnsBefore.replace("OWNER", user)})
  `.execute(db);
  return { series, open, nora: { userId: user, householdId: household } };
}

const each = '{"order":"each","people":["emma","OWNER"]}';

test.skipIf(skippedOnPostgres.sql)(
  "a yes to all from before lies over the turns again, and goes on",
  async () => {
    using old = await oldInstallation(0);
    await using db = openDatabase(old.file);
    const { series, open, nora } = await yesThatTookTheTurns(db, each);
    await migrateToLatest(db);
    const owner = db.selectFrom("people").select("id").where("user_id", "=", nora.userId);
    const turns = db.selectFrom("series_turn_people").where("series_id", "=", series);
    expect(await turns.select(["position", "person_id"]).orderBy("position").execute()).toEqual([
      { position: 0, person_id: "emma" },
      { position: 1, person_id: (await owner.executeTakeFirstOrThrow()).id },
    ]);
    const request = (taskId: string) =>
      db
        .selectFrom("delegations")
        .select(["state", "person_id", "is_for_all", "continues_id"])
        .where("task_id", "=", taskId)
        .execute();
    const theirs = { state: "accepted", person_id: "sam", is_for_all: 1, continues_id: "root" };
    expect(await request(open)).toEqual([theirs]);
    expect(await completeTask(db, nora, open)).toBe(true);
    const present = async () =>
      db
        .selectFrom("tasks")
        .innerJoin("series_occurrences", "task_id", "tasks.id")
        .select(["tasks.id", "assignee_id", "delegation_status"])
        .where("series_id", "=", series)
        .where("state", "=", "open")
        .executeTakeFirstOrThrow();
    const next = await present();
    expect(next).toMatchObject({ assignee_id: "sam", delegation_status: "accepted" });
    expect(await request(next.id)).toEqual([theirs]);
    expect(await withdrawRequest(db, nora, next.id)).toBe("withdrawn");
    expect(await present()).toMatchObject({ assignee_id: "emma", delegation_status: "none" });
  },
);

test("without turns before, none are left", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const { series } = await yesThatTookTheTurns(db, "null");
  await migrateToLatest(db);
  expect(await db.selectFrom("series_turns").selectAll().execute()).toEqual([]);
  const found = db.selectFrom("series").select("yes_person_id").where("id", "=", series);
  expect(await found.execute()).toEqual([{ yes_person_id: "sam" }]);
});

test("turns that were changed since the yes stay, and the yes is over", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const { series } = await yesThatTookTheTurns(db, each);
  await sql`
    insert into series_turn_people (series_id, position, member_id) values (${series}, 1, 'emma')
  `.execute(db);
  await migrateToLatest(db);
  const turns = db.selectFrom("series_turn_people").select("person_id").orderBy("position");
  expect(await turns.execute()).toEqual([{ person_id: "sam" }, { person_id: "emma" }]);
  const found = db.selectFrom("series").select("yes_person_id").where("id", "=", series);
  expect(await found.execute()).toEqual([{ yes_person_id: null }]);
});
