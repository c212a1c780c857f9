import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { channelColumns } from "#app/domain/outbox/channels/user-channels.ts";
import { fallbackChannels, wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";

export async function findWantedChannels(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map((settings) => [settings.user_id, wantedChannels(settings)]));
}

export async function findFallbackChannels(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map((settings) => [settings.user_id, fallbackChannels(settings)]));
}

function findWishes(db: Kysely<Database>, userIds: string[]) {
  return db
    .selectFrom("user_preferences")
    .select([...channelColumns, "other_way_enabled"])
    .where("user_id", "in", idList(userIds))
    .execute();
}
