import { openData } from "../records/open-data.ts";

/**
 * Resets the limit of sign-ups, because a test with more than five would reach that of its network,
 * 127.0.0.1.
 */
export async function forgetSignUps({ dataFolder }: { dataFolder: string }): Promise<void> {
  await using db = openData(dataFolder);
  await db.deleteFrom("limit_events").where("rule", "like", "sign_ups%").execute();
}
