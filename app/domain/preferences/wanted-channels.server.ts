import { type Kysely, sql } from "kysely";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";

/** The channels that each of these users has switched on, by id. */
export async function findWantedChannels(db: Kysely<Database>, userIds: string[]): Promise<Map<string, Channel[]>> {
  const rows = await db
    .selectFrom("user_preferences")
    .select(["user_id", "sms_enabled", "whatsapp_enabled", "email_enabled"])
    // As one value: everybody here may be more than a statement takes.
    .where("user_id", "in", sql<string>`(select value from json_each(${JSON.stringify(userIds)}))`)
    .execute();
  return new Map(rows.map(({ user_id, ...preferences }) => [user_id, wantedChannels(preferences)]));
}
