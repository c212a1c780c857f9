import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { HasData } from "../product/mila.ts";
import { openData } from "../records/open-data.ts";

/** Makes the account's user Mila's owner. */
export async function makeOwner(mila: HasData, email: string): Promise<void> {
  await using db = openData(mila.dataFolder);
  await setOwner(db, "email", email);
}

/** Leaves no trace in the audit log. */
export async function setOwner(
  db: Kysely<Database>,
  column: "email" | "id",
  value: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ is_owner: 0 }).where("is_owner", "=", 1).execute();
    await trx.updateTable("users").set({ is_owner: 1 }).where(column, "=", value).execute();
  });
}

export async function findUserId(mila: HasData, email: string): Promise<string> {
  await using db = openData(mila.dataFolder);
  return (
    await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()
  ).id;
}

/** Deletes all accounts, so that the next user to sign up is the first. */
export async function deleteEveryone(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("households").execute();
  await db.deleteFrom("users").execute();
}
