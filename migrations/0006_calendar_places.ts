import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Where entries are is known, also once a connection has ended or a backup was restored. */
export async function up(db: Kysely<any>): Promise<void> {
  await indexUids(db);
  await keepPlaces(db);
  await createEndings(db);
  await rememberComparing(db);
}

/** A UID names its series or its task, so it is looked up by itself. */
async function indexUids(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("series_occurrences_by_uid").execute();
  await db.schema
    .createIndex("series_occurrences_by_uid")
    .unique()
    .on("series_occurrences")
    .column("uid")
    .execute();
}

/** An entry is in the calendar of one Google account, which may not be connected any more. */
async function keepPlaces(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("calendar_entries").addColumn("sub", "text").execute();
  await db
    .updateTable("calendar_entries")
    .set(({ selectFrom }) => ({
      sub: selectFrom("calendar_connections")
        .select("calendar_connections.sub")
        .whereRef("calendar_connections.user_id", "=", "calendar_entries.user_id"),
    }))
    .where("calendar_id", "is not", null)
    .execute();
}

async function createEndings(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("calendar_endings")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("sub", "text", (column) => column.notNull())
    .addColumn("refresh_token", "text", (column) => column.notNull())
    .addColumn("ended_at", "text", (column) => column.notNull())
    .addColumn("run_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable("calendar_removals")
    .addColumn("ending_id", "text", (column) =>
      column.notNull().references("calendar_endings.id").onDelete("cascade"),
    )
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("calendar_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("calendar_removals_of_ending", ["ending_id", "event_id"])
    .modifyEnd(strict)
    .execute();
}

/** After a restore, each calendar is compared page by page. */
async function rememberComparing(db: Kysely<any>): Promise<void> {
  for (const column of ["compare_since", "compare_page", "compare_at"])
    await db.schema.alterTable("calendar_connections").addColumn(column, "text").execute();
  await db.schema
    .createIndex("calendar_connections_to_compare")
    .on("calendar_connections")
    .column("compare_at")
    .where("compare_at", "is not", null)
    .execute();
  await db.schema
    .createIndex("calendar_entries_by_event")
    .on("calendar_entries")
    .column("event_id")
    .execute();
}
