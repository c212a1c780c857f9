import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";

/**
 * Resets the limit of sign-ups, because a test with more than five would reach that of its network,
 * 127.0.0.1.
 */
export async function forgetSignUps({ dataFolder }: { dataFolder: string }): Promise<void> {
  await using db = openDatabase(join(dataFolder, "mila.db"));
  await db.deleteFrom("limit_events").where("rule", "like", "sign_ups%").execute();
}
