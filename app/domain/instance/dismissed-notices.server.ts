import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { ProviderTrouble } from "#app/domain/outbox/views/alert-words.ts";
import type { Channel, Database } from "#db/schema.ts";
import { readFact, writeFact } from "./facts.server.ts";

interface Notice {
  type: ProviderTrouble;
  channel: Channel;
}

/** Hides the notice from Mila's owner until the next trouble of that kind. */
export async function dismissNotice(db: Kysely<Database>, notice: Notice): Promise<void> {
  await writeFact(db, factOf(notice), nowIso());
}

export async function readDismissedAt(
  db: Kysely<Database>,
  notice: Notice,
): Promise<string | undefined> {
  return readFact(db, factOf(notice));
}

const factOf = ({ type, channel }: Notice) => `dismissed: ${type} ${channel}`;
