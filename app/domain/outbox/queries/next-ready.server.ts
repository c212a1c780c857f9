import type { Kysely } from "kysely";
import { everyChannel } from "#app/channels.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Channel, Database } from "#db/schema.ts";

/** Returns the earliest instant after the given one at which a delivery may be claimed. */
export async function findNextReady(
  db: Kysely<Database>,
  after: string,
): Promise<string | undefined> {
  const rows = await readNext(db, after);
  return rows
    .flatMap((next) => Object.values(next))
    .filter((instant) => instant !== null)
    .toSorted()[0];
}

/** Answers in one query what an idle worker asks several times a second. */
export async function isAnyReady(db: Kysely<Database>, now: string): Promise<boolean> {
  const earliest = await findNextReady(db, "");
  return earliest !== undefined && earliest <= now;
}

/**
 * Asks by channel, in the order of the index of ready messages: it reads one row of each, however
 * many are due.
 */
export function nextReadyQuery(db: Kysely<Database>, channels: readonly Channel[], after: string) {
  return db.selectNoFrom(({ selectFrom }) =>
    channels.map((channel) =>
      selectFrom("deliveries")
        .select(({ fn }) => fn.min<string | null>("not_before").as("next"))
        .where("state", "=", "ready")
        .where("channel", "=", channel)
        .where("not_before", ">", after)
        .as(channel),
    ),
  );
}

const readNext = compileOnce((db, after: string) => nextReadyQuery(db, everyChannel, after));
