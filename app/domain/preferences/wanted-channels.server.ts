import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { otherWays, wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";

export async function findWantedChannels(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map(({ user_id, ...preferences }) => [user_id, wantedChannels(preferences)]));
}

export async function findOtherWays(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map(({ user_id, ...preferences }) => [user_id, otherWays(preferences)]));
}

function findWishes(db: Kysely<Database>, userIds: string[]) {
  return db
    .selectFrom("user_preferences")
    .select([
      "user_id",
      "push_enabled",
      "sms_enabled",
      "whatsapp_enabled",
      "email_enabled",
      "phone_confirmed_at",
      "other_way_enabled",
    ])
    .select(["ntfy_topic", "telegram_chat"])
    .where("user_id", "in", idList(userIds))
    .execute();
}
