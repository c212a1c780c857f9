import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { readFact, writeFact } from "#app/domain/instance/facts.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { InboundText, Progress } from "#app/services/sending.ts";
import type { Channel, Database } from "#db/schema.ts";
import { hoursClocksDiffer } from "../recovery/clocks.ts";
import { takeInbound } from "./inbound.server.ts";
import { reportProgress } from "./report.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";

/** A message that nobody has heard of for so long will not be heard of. */
const hoursUnderway = 4;
/** How long somebody may take to answer a text. */
const daysOpen = 7;
const askedAtOnce = 50;
/** The provider's list may be behind by this much; what is told twice counts once. */
const overlapMinutes = 5;
/** All that came before this instant was seen: by the provider's clock, which this machine's may be far from. */
const fact = "inbound_seen_until";

/**
 * Asks how far messages have come and what was answered: for an instance that its providers cannot reach (at home,
 * without a public address), and for what was lost on its way to one that they can. Nothing is asked while none is open.
 */
export async function askProvider(db: Kysely<Database>, providers: Providers, now: string): Promise<void> {
  await askProgress(
    db,
    textChannels,
    async (providerId) => ({ progress: await providers.textProgress(providerId) }),
    now,
  );
  // A mail server keeps nothing that could be asked for.
  if (providers.isAskable("email")) await askProgress(db, ["email"], providers.emailProgress, now);
  const open = await db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "in", textChannels)
    .where("ended_at", ">", earlierBy(now, { hours: 24 * daysOpen }))
    .limit(1)
    .executeTakeFirst();
  if (open) await askInbound(db, providers, now);
}

async function askProgress(
  db: Kysely<Database>,
  channels: Channel[],
  ask: (providerId: string) => Promise<{ to?: string | null; progress: Progress }>,
  now: string,
): Promise<void> {
  const underway = await db
    .selectFrom("deliveries")
    .select(["id", "provider_id as providerId"])
    .where("state", "=", "sent")
    .where("channel", "in", channels)
    .where("ended_at", ">", earlierBy(now, { hours: hoursUnderway }))
    .where("provider_id", "is not", null)
    .$narrowType<{ providerId: string }>()
    .orderBy("ended_at")
    .limit(askedAtOnce)
    .execute();
  await Promise.all(
    underway.map(async ({ id, providerId }) => {
      const { to, progress } = await ask(providerId);
      if (progress.is === "underway") return;
      await reportProgress(db, { providerId, deliveryId: id, ...(to && { to }), progress }, now);
    }),
  );
}

async function askInbound(db: Kysely<Database>, providers: Providers, now: string): Promise<void> {
  const seen = await readFact(db, fact);
  const earliest = earlierBy(now, { hours: hoursClocksDiffer });
  // Ahead of this clock it may have been written by it, before it was set back.
  const since = seen && seen <= now ? seen : earliest;
  const texts = await providers.listInbound(since);
  if (!texts) return;
  for (const text of texts) {
    const answer = await takeInbound(db, text, now);
    if (answer) await providers.send(answerTo(text, answer));
  }
  const newest = texts.at(-1)?.receivedAt ?? since;
  const value = [since, earliest, earlierBy(newest, { minutes: overlapMinutes })].toSorted().at(-1) ?? since;
  await writeFact(db, fact, value);
}

/** Where the provider cannot ask us, it cannot send our answer along with its question either. */
function answerTo({ from, channel }: InboundText, text: string) {
  return { deliveryId: newId(), channel, to: from, text, templateVariables: null, statusCallback: null };
}
