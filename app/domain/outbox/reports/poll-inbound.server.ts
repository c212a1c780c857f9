import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import type { Features } from "../message-type.ts";
import { hoursClocksDiffer } from "../recovery/clock-skew.ts";
import { receiveText } from "./inbound.server.ts";

/** A text may be answered for this long. */
const daysOpen = 7;
/** The provider's list may be behind by this much. What is seen twice counts once. */
const overlapMinutes = 5;
/** All texts before this instant were seen, by the provider's clock. */
const fact = "inbound_seen_until";

/** Asks for texts that people sent, while any that went out may still be answered. */
export async function pollInbound(
  db: Kysely<Database>,
  { facts, answerText }: Pick<Features, "facts" | "answerText">,
  providers: Providers,
  now: string,
): Promise<void> {
  if (!(await isAnyOpen(db, now))) return;
  const seen = await facts.read(db, fact);
  const earliest = earlierBy(now, { hours: hoursClocksDiffer });
  // One ahead of this clock may have been written before the clock was set back.
  const since = seen && seen <= now ? seen : earliest;
  const texts = await providers.listInbound(since);
  if (!texts) return;
  for (const text of texts) {
    const answer = await receiveText(db, answerText, text, now);
    if (answer) await providers.send(answerTo(text, answer));
  }
  const newest = texts.at(-1)?.receivedAt ?? since;
  const value = [since, earliest, earlierBy(newest, { minutes: overlapMinutes })].toSorted().at(-1) ?? since;
  await facts.write(db, fact, value);
}

async function isAnyOpen(db: Kysely<Database>, now: string): Promise<boolean> {
  const open = await db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "in", textChannels)
    .where("ended_at", ">", earlierBy(now, { hours: 24 * daysOpen }))
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

function answerTo({ from, channel }: InboundText, text: string) {
  return { deliveryId: newId(), channel, to: from, text, templateVariables: null, statusCallback: null };
}
