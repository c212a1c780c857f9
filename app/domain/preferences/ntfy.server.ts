import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { findPreferences, type Preferences } from "./preferences.server.ts";

const topicBytes = 24;

export async function findNtfyTopic(db: Kysely<Database>, userId: string): Promise<string | null> {
  return (await findPreferences(db, userId)).ntfy_topic;
}

/**
 * Makes a topic that nobody can guess. The previous topic gets nothing from now on, and its buttons
 * stop working.
 */
export async function renewNtfyTopic(db: Kysely<Database>, userId: string): Promise<void> {
  await saveTopic(db, userId, `mila-${randomBytes(topicBytes).toString("base64url")}`);
}

export async function turnOffNtfy(db: Kysely<Database>, userId: string): Promise<void> {
  await saveTopic(db, userId, null);
}

async function saveTopic(
  db: Kysely<Database>,
  userId: string,
  topic: string | null,
): Promise<void> {
  await db
    .updateTable("user_preferences")
    .set(({ eb }) => ({ ntfy_topic: topic, ntfy_version: eb("ntfy_version", "+", 1) }))
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Returns the version of the links on a message's buttons, which anyone who knows the topic can
 * read.
 */
export function buttonVersion(
  channel: Channel,
  { ntfy_version }: Pick<Preferences, "ntfy_version">,
): number {
  return channel === "ntfy" ? ntfy_version : 1;
}
