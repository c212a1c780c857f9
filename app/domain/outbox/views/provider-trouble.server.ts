import type { Kysely } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { statesIn } from "../state.ts";
import type { ProviderTrouble } from "./alert-words.ts";

/** True if the trouble is new: the channel was paused later, or worked in between. */
export async function isTroubleSince(
  db: Kysely<Database>,
  { userId, type, channel }: { userId: string; type: ProviderTrouble; channel: Channel },
  since: string,
): Promise<boolean> {
  if (type !== "no provider") {
    const pause = db
      .selectFrom("channel_pauses")
      .select("channel")
      .where("channel", "=", channel)
      .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "=", userId)]));
    return Boolean(await pause.where("paused_at", ">", since).executeTakeFirst());
  }
  const sent = await db
    .selectFrom("deliveries")
    .select("id")
    .where("user_id", "=", userId)
    .where("channel", "=", channel)
    .where("state", "in", statesIn("sent"))
    .where("created_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}
