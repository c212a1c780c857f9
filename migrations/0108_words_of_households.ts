import { type Kysely, sql } from "kysely";

const bytesOf = (row: string) =>
  sql.raw(`octet_length(${row}.title) + ifnull(octet_length(${row}.description), 0)`);

/** Kept, because adding a task must not count the words of all others. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("households")
    .addColumn("words_bytes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update households set words_bytes = counted.bytes
    from (select household_id, sum(${bytesOf("tasks")}) as bytes from tasks group by household_id) as counted
    where households.id = counted.household_id`.execute(db);
  await sql`
    create trigger words_of_new_task after insert on tasks begin
      update households set words_bytes = words_bytes + ${bytesOf("new")} where id = new.household_id;
    end`.execute(db);
  await sql`
    create trigger words_of_changed_task after update of title, description, household_id on tasks begin
      update households set words_bytes = words_bytes - (${bytesOf("old")}) where id = old.household_id;
      update households set words_bytes = words_bytes + ${bytesOf("new")} where id = new.household_id;
    end`.execute(db);
  await sql`
    create trigger words_of_deleted_task after delete on tasks begin
      update households set words_bytes = words_bytes - (${bytesOf("old")}) where id = old.household_id;
    end`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const name of ["words_of_new_task", "words_of_changed_task", "words_of_deleted_task"])
    await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await db.schema.alterTable("households").dropColumn("words_bytes").execute();
}
