import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { findPreferences, savePreferences } from "./preferences.server.ts";

const topicBytes = 24;

export async function findNtfyTopic(db: Kysely<Database>, userId: string): Promise<string | null> {
  return (await findPreferences(db, userId)).ntfy_topic;
}

/** Makes a topic that nobody can guess. An earlier one gets nothing from now on. */
export async function renewNtfyTopic(db: Kysely<Database>, userId: string): Promise<void> {
  await savePreferences(db, userId, { ntfy_topic: `mila-${randomBytes(topicBytes).toString("base64url")}` });
}

export async function turnOffNtfy(db: Kysely<Database>, userId: string): Promise<void> {
  await savePreferences(db, userId, { ntfy_topic: null });
}
