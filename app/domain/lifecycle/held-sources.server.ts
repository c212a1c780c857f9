import type { Kysely, Transaction } from "kysely";
import { countHeldSources, holdSources, releaseSources, type Source } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";

const sources: Source[] = ["shown_calendars", "mailboxes", "mail_addresses", "webhooks"];

/** After a restore, a source that the family has removed since may be back. */
export async function holdAllSources(trx: Transaction<Database>, now: string): Promise<void> {
  for (const source of sources) await holdSources(trx, source, now);
}

/** Counts those that wait for Mila's owner. */
export async function countAllHeld(db: Kysely<Database>) {
  return {
    calendars: await countHeldSources(db, "shown_calendars"),
    mailboxes: await countHeldSources(db, "mailboxes"),
    addresses: await countHeldSources(db, "mail_addresses"),
    webhooks: await countHeldSources(db, "webhooks"),
  };
}

/** Resumes reading those that a restore has held, and sending to webhooks. */
export async function releaseAllSources(db: Kysely<Database>, now: string): Promise<void> {
  for (const source of sources) await releaseSources(db, source, now);
}
