import { type Kysely, sql } from "kysely";

/**
 * One row for each person of a household, with an account or without one, in place of a family
 * member's id or a user's. Family members keep their ids.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await createPeople(db);
  await addFamily(db);
  await addAccounts(db);
  await addFormerAccounts(db);
  await replaceInTurns(db);
  await replaceInOccurrences(db);
  await replaceInTasks(db);
  await replaceInSeries(db);
  await replaceInRequests(db);
  await replaceInPreferences(db);
  await db.schema.dropTable("person_of_member").execute();
  await db.schema.dropTable("family_members").execute();
}

async function createPeople(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull().check(sql`length(trim(name)) > 0`))
    .addColumn("relation", "text", (column) =>
      column.check(
        sql`relation in ('spouse', 'partner', 'child', 'parent', 'grandparent', 'sibling', 'other')`,
      ),
    )
    .addColumn("phone", "text", (column) => column.check(sql`phone like '+%'`))
    .addColumn("email", "text", (column) => column.check(sql`email = lower(trim(email))`))
    .addColumn("user_id", "text", (column) =>
      column.unique().references("users.id").onDelete("set null"),
    )
    .addColumn("former_user_id", "text", (column) =>
      column.references("users.id").onDelete("set null"),
    )
    .addColumn("added_by", "text", (column) => column.references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("left_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("people_of_household")
    .on("people")
    .columns(["household_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("people_by_phone")
    .on("people")
    .column("phone")
    .where("phone", "is not", null)
    .execute();
  for (const column of ["former_user_id", "added_by"])
    await db.schema
      .createIndex(`people_by_${column}`)
      .on("people")
      .column(column)
      .where(column, "is not", null)
      .execute();
}

/** An account that the family had added several times becomes one person: the first of them. */
async function addFamily(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("person_of_member")
    .addColumn("member_id", "text", (column) => column.notNull().primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull())
    .execute();
  await sql`
    insert into person_of_member
    select id, case
      when account is null then id
      else first_value(id) over (partition by household_id, account order by created_at, id)
    end
    from (
      select f.id, f.household_id, f.created_at, m.user_id as account
      from family_members f
      left join household_members m
        on m.user_id = f.linked_user_id and m.household_id = f.household_id
    )
  `.execute(db);
  await sql`
    insert into people
      (id, household_id, name, relation, phone, email, user_id, added_by, created_at)
    select f.id, f.household_id, f.name, f.relation,
      coalesce(f.phone, (
        select min(o.phone) from family_members o join person_of_member p on p.member_id = o.id
        where p.person_id = f.id
      )),
      coalesce(f.email, (
        select min(o.email) from family_members o join person_of_member p on p.member_id = o.id
        where p.person_id = f.id
      )),
      m.user_id, f.user_id, f.created_at
    from family_members f
    join person_of_member on member_id = f.id and person_id = f.id
    left join household_members m
      on m.user_id = f.linked_user_id and m.household_id = f.household_id
  `.execute(db);
}

/** Accounts that nobody has added to the family's list. */
async function addAccounts(db: Kysely<any>): Promise<void> {
  await sql`
    insert into people (id, household_id, name, user_id, created_at)
    select m.id, m.household_id,
      coalesce(
        nullif(trim(profiles.first_name), ''),
        nullif(substr(users.email, 1, instr(users.email, '@') - 1), ''),
        users.email
      ),
      m.user_id, m.joined_at
    from household_members m
    join users on users.id = m.user_id
    left join profiles on profiles.id = m.user_id
    where m.user_id not in (select user_id from people where user_id is not null)
  `.execute(db);
}

/** Accounts that have left a household, but are named by its turns or history, are found again if they come back. */
async function addFormerAccounts(db: Kysely<any>): Promise<void> {
  await sql`
    insert into people (id, household_id, name, former_user_id, created_at, left_at)
    select lower(hex(randomblob(16))), named.household_id,
      coalesce(
        nullif(trim(profiles.first_name), ''),
        nullif(substr(users.email, 1, instr(users.email, '@') - 1), ''),
        users.email
      ),
      users.id, users.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    from (
      select household_id, t.user_id from series_turn_people t
        join series on series.id = t.series_id
      union select household_id, turn_user from series_occurrences
      union select household_id, done_by from series_occurrences
      union select household_id, user_id from away_dates
    ) named
    join users on users.id = named.user_id
    left join profiles on profiles.id = users.id
    where not exists (
      select 1 from people
      where people.user_id = named.user_id and people.household_id = named.household_id
    )
  `.execute(db);
}

const personOfUser = (column: string, householdId: string) =>
  sql`(
    select id from people
    where ${sql.ref(column)} in (people.user_id, people.former_user_id)
      and people.household_id = ${sql.ref(householdId)}
  )`;
const personOfMember = (column: string) =>
  sql`(select person_id from person_of_member where member_id = ${sql.ref(column)})`;

async function replaceInTurns(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("series_turn_people_new")
    .addColumn("series_id", "text", (column) =>
      column.notNull().references("series_turns.series_id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("person_id", "text", (column) =>
      column.notNull().references("people.id").onDelete("cascade"),
    )
    .addColumn("has_left", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`has_left in (0, 1)`),
    )
    .addPrimaryKeyConstraint("series_turn_people_key", ["series_id", "position"])
    .modifyEnd(sql`strict`)
    .execute();
  await sql`
    insert into series_turn_people_new (series_id, position, person_id, has_left)
    select series_id, min(position), person_id,
      (select left_at is not null from people where people.id = person_id)
    from (
      select t.series_id, position, coalesce(
        ${personOfUser("t.user_id", "series.household_id")}, ${personOfMember("t.member_id")}
      ) as person_id
      from series_turn_people t
      join series on series.id = t.series_id
    )
    where person_id is not null
    group by series_id, person_id
  `.execute(db);
  await db.schema.dropTable("series_turn_people").execute();
  await db.schema.alterTable("series_turn_people_new").renameTo("series_turn_people").execute();
  await db.schema
    .createIndex("series_turn_people_by_person")
    .on("series_turn_people")
    .column("person_id")
    .execute();

  await db.schema
    .createTable("away_dates_new")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("person_id", "text", (column) =>
      column.notNull().references("people.id").onDelete("cascade"),
    )
    .addColumn("first_on", "text", (column) =>
      column.notNull().check(sql`first_on glob '????-??-??'`),
    )
    .addColumn("last_on", "text", (column) =>
      column.notNull().check(sql`last_on glob '????-??-??'`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await sql`
    insert into away_dates_new (id, household_id, person_id, first_on, last_on, created_at)
    select id, household_id, person_id, first_on, last_on, created_at from (
      select a.*,
        coalesce(
          ${personOfUser("a.user_id", "a.household_id")}, ${personOfMember("a.member_id")}
        ) as person_id
      from away_dates a
    )
    where person_id is not null
  `.execute(db);
  await db.schema.dropTable("away_dates").execute();
  await db.schema.alterTable("away_dates_new").renameTo("away_dates").execute();
  for (const column of ["household_id", "person_id"])
    await db.schema
      .createIndex(`away_dates_by_${column}`)
      .on("away_dates")
      .column(column)
      .execute();
}

async function replaceInOccurrences(db: Kysely<any>): Promise<void> {
  await addPersonColumns(db, "series_occurrences", ["turn_person_id", "done_by_id"]);
  await sql`
    update series_occurrences set
      turn_person_id = coalesce(
        ${personOfUser("turn_user", "series_occurrences.household_id")},
        ${personOfMember("turn_member")}
      ),
      done_by_id = coalesce(
        ${personOfUser("done_by", "series_occurrences.household_id")},
        ${personOfMember("done_by_member")}
      )
    where coalesce(turn_user, turn_member, done_by, done_by_member) is not null
  `.execute(db);
}

async function replaceInTasks(db: Kysely<any>): Promise<void> {
  await addPersonColumns(db, "tasks", ["assignee_id", "delegate_id"]);
  await db.schema
    .alterTable("tasks")
    .addColumn("has_turn", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`has_turn in (0, 1)`),
    )
    .execute();
  await sql`
    update tasks set delegate_id = ${personOfMember("delegated_to")}
    where delegated_to is not null
  `.execute(db);
  await sql`
    update tasks set assignee_id = delegate_id
    where delegation_status = 'accepted' and assignee is not null
  `.execute(db);
  // Whoever has the turn keeps it, unless someone else was assigned by hand.
  await sql`
    update tasks set assignee_id = o.turn_person_id, has_turn = 1
    from series_occurrences o
    where o.task_id = tasks.id and o.turn_person_id is not null
      and tasks.delegation_status != 'accepted'
      and (
        tasks.turn_user_id = o.turn_user
        or (o.turn_user is null and o.task_version = tasks.version)
        or tasks.assignee = (select name from people where id = o.turn_person_id)
      )
  `.execute(db);
  await nameAssignees(db, "tasks");
  for (const index of ["tasks_by_assignee", "tasks_by_delegate", "tasks_by_request"])
    await db.schema.dropIndex(index).execute();
  await db.schema.dropIndex("tasks_by_turn").execute();
  const tasks = db.schema.alterTable("tasks");
  await tasks.dropColumn("turn_user_id").execute();
  await tasks.dropColumn("delegated_to").execute();
  await tasks.renameColumn("delegate_id", "delegated_to").execute();
  await tasks.renameColumn("assignee", "assignee_name").execute();
  for (const column of ["assignee_id", "assignee_name"])
    await sql`
      create index ${sql.ref(`tasks_by_${column}`)} on tasks (household_id, ${sql.ref(column)})
      where is_completed = 0 and deleted_at is null and ${sql.ref(column)} is not null
    `.execute(db);
  await sql`
    create index tasks_by_request on tasks (household_id, delegation_status, created_at)
    where is_completed = 0 and deleted_at is null and delegated_to is not null
  `.execute(db);
  await db.schema.createIndex("tasks_by_delegate").on("tasks").column("delegated_to").execute();
  await db.schema
    .createIndex("tasks_of_person")
    .on("tasks")
    .column("assignee_id")
    .where("assignee_id", "is not", null)
    .execute();
}

async function replaceInSeries(db: Kysely<any>): Promise<void> {
  await addPersonColumns(db, "series", ["assignee_id"]);
  await nameAssignees(db, "series");
  await db.schema.alterTable("series").renameColumn("assignee", "assignee_name").execute();
  await db.schema
    .createIndex("series_of_person")
    .on("series")
    .column("assignee_id")
    .where("assignee_id", "is not", null)
    .execute();
  for (const index of ["by_turn_member", "by_turn_user", "done_by", "done_by_member"])
    await db.schema.dropIndex(`series_occurrences_${index}`).execute();
  const occurrences = db.schema.alterTable("series_occurrences");
  for (const column of ["turn_user", "turn_member", "done_by", "done_by_member"])
    await occurrences.dropColumn(column).execute();
  await occurrences.renameColumn("done_by_id", "done_by").execute();
  for (const column of ["turn_person_id", "done_by"])
    await db.schema
      .createIndex(`series_occurrences_by_${column}`)
      .on("series_occurrences")
      .column(column)
      .where(column, "is not", null)
      .execute();
}

interface Named {
  household_id: string;
  name: string;
}

/** A name that exactly one person of the household has becomes that person; others stay words. */
async function nameAssignees(db: Kysely<any>, table: "tasks" | "series"): Promise<void> {
  const people: (Named & { id: string })[] = await db
    .selectFrom("people")
    .select(["id", "household_id", "name"])
    .execute();
  const byName = Map.groupBy(people, keyOf);
  const named = (await db
    .selectFrom(table)
    .select(["household_id", "assignee as name"])
    .distinct()
    .where("assignee", "is not", null)
    .where("assignee_id", "is", null)
    .execute()) as Named[];
  for (const { household_id, name } of named) {
    const [person, ...others] = byName.get(keyOf({ household_id, name })) ?? [];
    if (!person || others.length > 0) continue;
    await db
      .updateTable(table)
      .set({ assignee_id: person.id })
      .where("household_id", "=", household_id)
      .where("assignee", "=", name)
      .where("assignee_id", "is", null)
      .execute();
  }
  await db
    .updateTable(table)
    .set({ assignee: null })
    .where("assignee_id", "is not", null)
    .where("assignee", "is not", null)
    .execute();
}

function keyOf({ household_id, name }: Named): string {
  const folded = name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
  return `${household_id} ${folded}`;
}

async function replaceInRequests(db: Kysely<any>): Promise<void> {
  await addPersonColumns(db, "delegations", ["person_id", "assignee_before_id"]);
  await sql`
    update delegations set person_id = ${personOfMember("family_member_id")}
    where family_member_id is not null
  `.execute(db);
  const people: (Named & { id: string })[] = await db
    .selectFrom("people")
    .select(["id", "household_id", "name"])
    .execute();
  const byName = Map.groupBy(people, keyOf);
  const before = (await db
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .select(["delegations.id", "household_id", "assignee_before as name"])
    .where("assignee_before", "is not", null)
    .execute()) as (Named & { id: string })[];
  for (const { id, household_id, name } of before) {
    const [person, ...others] = byName.get(keyOf({ household_id, name })) ?? [];
    if (!person || others.length > 0) continue;
    await db
      .updateTable("delegations")
      .set({ assignee_before_id: person.id, assignee_before: null })
      .where("id", "=", id)
      .execute();
  }
  await db.schema.dropIndex("delegations_by_family_member").execute();
  const delegations = db.schema.alterTable("delegations");
  await delegations.dropColumn("family_member_id").execute();
  await delegations.renameColumn("assignee_before", "assignee_before_name").execute();
  await db.schema
    .createIndex("delegations_by_person")
    .on("delegations")
    .columns(["person_id", "asked_at"])
    .execute();
  await db.schema
    .createIndex("delegations_by_assignee_before")
    .on("delegations")
    .column("assignee_before_id")
    .where("assignee_before_id", "is not", null)
    .execute();
}

async function replaceInPreferences(db: Kysely<any>): Promise<void> {
  await addPersonColumns(db, "user_preferences", ["default_person_id"]);
  await sql`
    update user_preferences set default_person_id = ${personOfMember("default_spouse_id")}
    where default_spouse_id is not null
  `.execute(db);
  await db.schema.dropIndex("user_preferences_by_default_spouse").execute();
  const preferences = db.schema.alterTable("user_preferences");
  await preferences.dropColumn("default_spouse_id").execute();
  await preferences.renameColumn("default_person_id", "default_spouse_id").execute();
  await db.schema
    .createIndex("user_preferences_by_default_spouse")
    .on("user_preferences")
    .column("default_spouse_id")
    .execute();
}

async function addPersonColumns(
  db: Kysely<any>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  for (const column of columns)
    await db.schema
      .alterTable(table)
      .addColumn(column, "text", (added) => added.references("people.id").onDelete("set null"))
      .execute();
}
