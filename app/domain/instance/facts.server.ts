import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

export async function readFact(db: Kysely<Database>, name: string): Promise<string | undefined> {
  const fact = await db
    .selectFrom("instance_facts")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return fact?.value;
}

/** Keeps an existing value. */
export async function writeNewFact(
  db: Kysely<Database>,
  name: string,
  value: string,
): Promise<void> {
  const fact = db.insertInto("instance_facts").values({ name, value });
  await fact.onConflict((conflict) => conflict.column("name").doNothing()).execute();
}

export async function deleteFact(db: Kysely<Database>, name: string): Promise<void> {
  await db.deleteFrom("instance_facts").where("name", "=", name).execute();
}

export async function writeFact(db: Kysely<Database>, name: string, value: string): Promise<void> {
  await db
    .insertInto("instance_facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
