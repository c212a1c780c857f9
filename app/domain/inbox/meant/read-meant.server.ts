import type { Kysely } from "kysely";
import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import type { Intent, Items } from "#app/domain/understanding/intent/types.ts";
import { shoppingName } from "#app/domain/lists/limits.ts";
import { findListNamed } from "#app/domain/lists/lists.server.ts";
import type { Database } from "#db/schema.ts";

export interface Meant {
  intent: Intent;
  mayBeTask: boolean;
}

/**
 * Returns what a text asks or changes, or null if it can only be a new task. Words for a list that
 * the household does not have are a task.
 */
export async function readMeant(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
): Promise<Meant | null> {
  const meant = await readWords(db, viewer, text, now);
  if (meant?.intent.type !== "items") return meant;
  return (await findListNamed(db, viewer, meant.intent.list)) ? meant : null;
}

/** Returns the list that a text names and the household does not have, with what it should get. */
export async function readMissingList(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
): Promise<Items | null> {
  const intent = (await readWords(db, viewer, text, now))?.intent;
  if (intent?.type !== "items") return null;
  return (await findListNamed(db, viewer, intent.list)) ? null : intent;
}

async function readWords(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: ZonedViewer,
  text: string,
  now: string,
): Promise<Meant | null> {
  // Loaded on first use: the parser takes 3 MB of the worker's memory.
  const { readIntent } = await import("#app/domain/understanding/parse-requests.ts");
  const familyMembers = await listFamilyNames(db, householdId);
  const weekStart = await findWeekStart(db, userId);
  const read = readIntent({ text, timeZone, weekStart, now, familyMembers });
  const { intent, mayBeTask, items } = read;
  if (intent) return { intent, mayBeTask };
  // "Buy milk, eggs and bread" names no day, time or person, so nobody has to be asked for a date.
  // "Buy milk" alone stays an errand.
  return items.length > 1
    ? { intent: { type: "items", list: shoppingName, items }, mayBeTask: false }
    : null;
}
