import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";
import type { Mila } from "./mila.ts";

/** The oldest account is the administrator's. */
export async function makeFirstAccount(mila: Mila, email: string): Promise<void> {
  await using db = openDatabase(join(mila.dataFolder, "mila.db"));
  await db
    .updateTable("users")
    .set({ created_at: "2030-01-01T00:00:00.000Z" })
    .where("created_at", "<", "2001")
    .execute();
  await db.updateTable("users").set({ created_at: "2000-01-01T00:00:00.000Z" }).where("email", "=", email).execute();
}
