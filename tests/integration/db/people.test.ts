import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

interface Old {
  household: string;
  owner: string;
  member: string;
}

/**
 * The household of the old backup that has two accounts, without its family, turns and requests.
 */
async function emptyHousehold(db: Kysely<Database>): Promise<Old> {
  const { rows } = await sql<{ household_id: string; user_id: string; role: string }>`
    select household_id, user_id, role from household_members where household_id in (
      select household_id from household_members group by household_id having count(*) = 2
    )
  `.execute(db);
  const household = rows[0]!.household_id;
  for (const table of ["delegations", "series_turn_people", "away_dates", "family_members"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const accountOf = (role: string) => rows.find((row) => row.role === role)!.user_id;
  await sql`update profiles set first_name = 'Nora' where id = ${accountOf("owner")}`.execute(db);
  await sql`update profiles set first_name = null where id = ${accountOf("member")}`.execute(db);
  await sql`update users set email = 'sam.berg@example.com' where id = ${accountOf("member")}`.execute(
    db,
  );
  return { household, owner: accountOf("owner"), member: accountOf("member") };
}

async function addMember(
  db: Kysely<Database>,
  { household, owner }: Old,
  id: string,
  name: string,
  { relation = "child", account = null as string | null, phone = null as string | null } = {},
): Promise<void> {
  await sql`
    insert into family_members
      (id, user_id, household_id, name, relation, phone, linked_user_id, created_at)
    values (${id}, ${owner}, ${household}, ${name}, ${relation}, ${phone}, ${account},
      ${`2026-01-01T00:00:00.00${id.at(-1)}Z`})
  `.execute(db);
}

let tasks = 0;

async function addTask(
  db: Kysely<Database>,
  { household, owner }: Old,
  columns: Record<string, unknown> = {},
): Promise<string> {
  tasks += 1;
  const row = { assignee: null, delegated_to: null, delegation_status: "none", ...columns };
  await sql`
    insert into tasks (id, household_id, user_id, title, category, created_at, assignee,
      delegated_to, delegation_status)
    values (${`task-${tasks}`}, ${household}, ${owner}, 'Call the vet', 'Household',
      '2026-11-01T00:00:00.000Z', ${row.assignee}, ${row.delegated_to}, ${row.delegation_status})
  `.execute(db);
  return `task-${tasks}`;
}

const personOf = (db: Kysely<Database>, userId: string) =>
  db.selectFrom("people").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();

const taskOf = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom("tasks")
    .select(["assignee_id", "assignee_name", "delegated_to", "has_turn"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("family members keep their ids, and each account is one person, as it was added first", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const home = await emptyHousehold(db);
  await addMember(db, home, "emma-1", "Emma");
  await addMember(db, home, "sam-2", "Dad", { relation: "partner", account: home.member });
  await addMember(db, home, "sam-3", "Samuel", {
    relation: "other",
    account: home.member,
    phone: "+12015550123",
  });
  const twice = await addTask(db, home, { delegated_to: "sam-3", delegation_status: "pending" });
  await migrateToLatest(db);
  const people = db.selectFrom("people").where("household_id", "=", home.household);
  expect(
    await people.select(["id", "name", "relation", "phone", "user_id"]).orderBy("name").execute(),
  ).toEqual([
    { id: "sam-2", name: "Dad", relation: "partner", phone: "+12015550123", user_id: home.member },
    { id: "emma-1", name: "Emma", relation: "child", phone: null, user_id: null },
    { id: expect.any(String), name: "Nora", relation: null, phone: null, user_id: home.owner },
  ]);
  expect(await taskOf(db, twice)).toMatchObject({ delegated_to: "sam-2" });
});

test("an account without a name is called by the first part of its address", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const home = await emptyHousehold(db);
  await migrateToLatest(db);
  expect(await personOf(db, home.member)).toMatchObject({ name: "sam.berg", relation: null });
});

test("a name that one person has becomes that person, and any other stays as it was written", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const home = await emptyHousehold(db);
  await addMember(db, home, "emma-1", "Emma");
  await addMember(db, home, "otto-2", "Otto");
  await addMember(db, home, "otto-3", "Otto", { relation: "grandparent" });
  const of = (assignee: string) => addTask(db, home, { assignee });
  const [emma, nora, otto, stranger] = [
    await of(" emma "),
    await of("Nora"),
    await of("Otto"),
    await of("Mrs. Novak"),
  ];
  await migrateToLatest(db);
  expect(await taskOf(db, emma)).toMatchObject({ assignee_id: "emma-1", assignee_name: null });
  const { id } = await personOf(db, home.owner);
  expect(await taskOf(db, nora)).toMatchObject({ assignee_id: id, assignee_name: null });
  expect(await taskOf(db, otto)).toMatchObject({ assignee_id: null, assignee_name: "Otto" });
  expect(await taskOf(db, stranger)).toMatchObject({
    assignee_id: null,
    assignee_name: "Mrs. Novak",
  });
});

test("turns, days away, history and requests are the same people's", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const home = await emptyHousehold(db);
  await addMember(db, home, "emma-1", "Emma");
  const { rows } = await sql<{ series_id: string; number: number; task_id: string }>`
    select o.series_id, o.number, o.task_id from series_occurrences o
    join series on series.id = o.series_id
    where o.state = 'open' and series.household_id = ${home.household}
    limit 1
  `.execute(db);
  const { series_id: series, number, task_id: task } = rows[0]!;
  await sql`insert or ignore into series_turns values (${series}, 'each')`.execute(db);
  await sql`
    insert into series_turn_people (series_id, position, user_id, member_id)
    values (${series}, 0, ${home.owner}, null), (${series}, 1, null, 'emma-1')
  `.execute(db);
  await sql`
    insert into away_dates (id, household_id, user_id, first_on, last_on, created_at)
    values ('away', ${home.household}, ${home.owner}, '2026-12-01', '2026-12-02', '2026-11-01')
  `.execute(db);
  await sql`
    update series_occurrences set turn_user = null, turn_member = 'emma-1'
    where series_id = ${series} and number = ${number}
  `.execute(db);
  // Its assignee's name was written in another way, and its version has risen since.
  await sql`
    update tasks set assignee = 'Emma', turn_user_id = null, version = version + 1 where id = ${task}
  `.execute(db);
  const done = await addTask(db, home);
  await sql`
    insert into series_occurrences
      (series_id, household_id, number, occurs_on, task_id, task_version, state, done_by)
    values (${series}, ${home.household}, 900, '2026-10-01', ${done}, 1, 'done', ${home.owner})
  `.execute(db);
  await sql`
    insert into delegations
      (id, task_id, asked_by, family_member_id, delegate_name, method, assignee_before, asked_at)
    values ('request', ${done}, ${home.owner}, 'emma-1', 'Emma', 'link', 'Nora', '2026-11-01')
  `.execute(db);
  await migrateToLatest(db);

  const { id: nora } = await personOf(db, home.owner);
  const inTurns = db.selectFrom("series_turn_people").where("series_id", "=", series);
  expect(await inTurns.select("person_id").orderBy("position").execute()).toEqual([
    { person_id: nora },
    { person_id: "emma-1" },
  ]);
  expect(await db.selectFrom("away_dates").select("person_id").execute()).toEqual([
    { person_id: nora },
  ]);
  expect(await taskOf(db, task)).toMatchObject({ assignee_id: "emma-1", has_turn: 1 });
  const history = db.selectFrom("series_occurrences").where("series_id", "=", series);
  expect(await history.select("done_by").where("number", "=", 900).execute()).toEqual([
    { done_by: nora },
  ]);
  const requests = db.selectFrom("delegations").where("id", "=", "request");
  expect(await requests.select(["person_id", "assignee_before_id"]).execute()).toEqual([
    { person_id: "emma-1", assignee_before_id: nora },
  ]);
});

test("an account that had left keeps its history and its place in the turns", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const home = await emptyHousehold(db);
  const { rows } = await sql<{ id: string }>`
    select id from series where household_id = ${home.household} limit 1
  `.execute(db);
  const series = rows[0]!.id;
  await sql`
    insert into households (id, created_at) values ('elsewhere', '2026-11-01T00:00:00.000Z')
  `.execute(db);
  await sql`
    update household_members set household_id = 'elsewhere', role = 'owner'
    where user_id = ${home.member}
  `.execute(db);
  await sql`insert or ignore into series_turns values (${series}, 'each')`.execute(db);
  await sql`
    insert into series_turn_people (series_id, position, user_id, member_id)
    values (${series}, 0, ${home.owner}, null), (${series}, 1, ${home.member}, null)
  `.execute(db);
  const done = await addTask(db, home);
  await sql`
    insert into series_occurrences
      (series_id, household_id, number, occurs_on, task_id, task_version, state, done_by)
    values (${series}, ${home.household}, 900, '2026-10-01', ${done}, 1, 'done', ${home.member})
  `.execute(db);
  await migrateToLatest(db);
  const former = await db
    .selectFrom("people")
    .select(["id", "name", "user_id", "relation"])
    .where("former_user_id", "=", home.member)
    .executeTakeFirstOrThrow();
  expect(former).toMatchObject({ name: "sam.berg", user_id: null, relation: null });
  const inTurns = db.selectFrom("series_turn_people").where("series_id", "=", series);
  expect(await inTurns.select(["person_id", "has_left"]).orderBy("position").execute()).toEqual([
    { person_id: (await personOf(db, home.owner)).id, has_left: 0 },
    { person_id: former.id, has_left: 1 },
  ]);
  const history = db.selectFrom("series_occurrences").where("series_id", "=", series);
  expect(await history.select("done_by").where("number", "=", 900).execute()).toEqual([
    { done_by: former.id },
  ]);
  expect((await personOf(db, home.member)).household_id).toBe("elsewhere");
});
