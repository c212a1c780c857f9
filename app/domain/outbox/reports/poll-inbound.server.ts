import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { PhoneText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import type { Outbox, TextReceiver } from "../message-type.ts";
import { maxClockSkewHours } from "../recovery/clock-skew.ts";
import { receiveText } from "./inbound.server.ts";

const answerDays = 7;
/** The provider's list may lag. Texts seen twice count once. */
const overlapMinutes = 5;
/** An instant by the provider's clock; all earlier texts were seen. */
const factName = "inbound_seen_until";

export async function pollInbound(
  db: Kysely<Database>,
  { facts, people, receiver }: Pick<Outbox, "facts" | "people"> & { receiver: TextReceiver },
  providers: Providers,
  now: string,
): Promise<void> {
  if (!(await isAnyAnswerable(db, now)) && !(await people.hasConfirmedNumber(db))) return;
  const seen = await facts.read(db, factName);
  const earliest = earlierBy(now, { hours: maxClockSkewHours });
  // A later instant was written before the clock was set back.
  const since = seen && seen <= now ? seen : earliest;
  const texts = await providers.listInbound(since);
  if (!texts) return;
  const failures: unknown[] = [];
  for (const text of texts) {
    try {
      const answer = await receiveText(db, receiver, text, now);
      if (answer) await providers.send(replyTo(text, answer));
    } catch (error) {
      failures.push(error);
    }
  }
  // They are tried again next time, until they are too old to be listed.
  if (failures.length > 0) throw new AggregateError(failures, "Some texts could not be answered");
  const newest = texts.at(-1)?.receivedAt ?? since;
  const value =
    [since, earliest, earlierBy(newest, { minutes: overlapMinutes })].toSorted().at(-1) ?? since;
  await facts.write(db, factName, value);
}

async function isAnyAnswerable(db: Kysely<Database>, now: string): Promise<boolean> {
  const open = await db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "in", textChannels)
    .where("ended_at", ">", earlierBy(now, { hours: 24 * answerDays }))
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

function replyTo({ from, channel }: PhoneText, text: string) {
  return {
    deliveryId: newId(),
    channel,
    to: from,
    text,
    templateVariables: null,
    statusCallback: null,
  };
}
