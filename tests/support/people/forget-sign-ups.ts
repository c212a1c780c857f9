import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";

/** A test that signs up more than five times would meet the limit of its network, 127.0.0.1. */
export async function forgetSignUps({ dataFolder }: { dataFolder: string }): Promise<void> {
  await using db = openDatabase(join(dataFolder, "mila.db"));
  await db.deleteFrom("limit_events").where("rule", "like", "sign_ups%").execute();
}
