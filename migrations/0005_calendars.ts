import { type ExpressionBuilder, type Kysely } from "kysely";

/** What calendars are told stays the same, and what they have is known. */
export async function up(db: Kysely<any>): Promise<void> {
  await keepUids(db);
}

/** Those of today. Of several that were the same, the first keeps it. */
async function keepUids(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("series_occurrences").addColumn("uid", "text").execute();
  const fromDone = db.selectFrom("series").select("id").where("counts_from", "=", "done");
  await db
    .updateTable("series_occurrences")
    .set(({ ref }) => ({ uid: ref("task_id") }))
    .where("series_id", "in", fromDone)
    .execute();
  const first = db
    .selectFrom("series_occurrences")
    .select(({ fn }) => ["series_id", fn.min("number").as("number")])
    .groupBy(["series_id", "occurs_on"]);
  await db
    .updateTable("series_occurrences")
    .set((eb: ExpressionBuilder<any, any>) => ({
      uid: eb(eb("series_id", "||", "-"), "||", eb.ref("occurs_on")),
    }))
    .where("uid", "is", null)
    .where("series_id", "not in", fromDone)
    .where(({ eb, refTuple }) => eb(refTuple("series_id", "number"), "in", first as never))
    .execute();
  await db
    .updateTable("series_occurrences")
    .set(({ ref }) => ({ uid: ref("task_id") }))
    .where("uid", "is", null)
    .execute();
  await db.schema
    .createIndex("series_occurrences_by_uid")
    .unique()
    .on("series_occurrences")
    .columns(["series_id", "uid"])
    .execute();
}
