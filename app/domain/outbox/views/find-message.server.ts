import type { Kysely } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";

export async function findMessage(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("deliveries")
    .select(["kind", "channel", "payload", "user_id", "subject_id", "due_at", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

const goneOutStates: DeliveryState[] = ["sending", "unknown", "sent", "delivered"];

const maxListed = 50;

/** Lists sent messages, newest first. */
export async function listLastMessages(
  db: Kysely<Database>,
  {
    kinds,
    channel,
    userId,
    since,
  }: { kinds: MessageKind[]; channel: Channel; userId: string; since: string },
): Promise<{ id: string; kind: MessageKind; subject_id: string; due_at: string }[]> {
  return db
    .selectFrom("deliveries")
    .select(["id", "kind", "subject_id", "due_at"])
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .where("kind", "in", kinds)
    .where("channel", "=", channel)
    .where("state", "in", goneOutStates)
    .orderBy("claimed_at", "desc")
    .orderBy("id", "desc")
    .limit(maxListed)
    .execute();
}

/** True if any text has been sent, or has failed, since then. */
export async function hasSentTexts(db: Kysely<Database>, since: string): Promise<boolean> {
  const sent = await db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "in", textChannels)
    .where("ended_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}
