import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { wishColumns } from "#app/domain/outbox/channels/own-ways.ts";
import { otherWays, wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";

export async function findWantedChannels(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map((wishes) => [wishes.user_id, wantedChannels(wishes)]));
}

export async function findOtherWays(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Channel[]>> {
  const rows = await findWishes(db, userIds);
  return new Map(rows.map((wishes) => [wishes.user_id, otherWays(wishes)]));
}

function findWishes(db: Kysely<Database>, userIds: string[]) {
  return db
    .selectFrom("user_preferences")
    .select([...wishColumns, "other_way_enabled"])
    .where("user_id", "in", idList(userIds))
    .execute();
}
