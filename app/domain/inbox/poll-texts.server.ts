import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { PhoneText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { readFact, writeFact } from "#app/domain/instance/facts.server.ts";
import { maxClockSkewHours } from "#app/domain/outbox/recovery/search-provider.server.ts";
import { hasSentTexts } from "#app/domain/outbox/views/find-message.server.ts";
import { hasConfirmedNumber } from "#app/domain/preferences/preferences.server.ts";
import type { InboxSettings } from "./reader.ts";
import { receiveMessage } from "./receive-message.server.ts";

const answerDays = 7;
/** The provider's list may lag. A text that is seen twice counts once. */
const overlapMinutes = 5;
/** An instant by the provider's clock; all earlier texts were seen. */
const factName = "inbound_seen_until";

/**
 * Answers texts whose webhooks were lost, or that the provider cannot deliver to a private address.
 */
export async function pollTexts(
  db: Kysely<Database>,
  settings: InboxSettings,
  providers: Providers,
  now: string,
): Promise<void> {
  const canBeAnswered = await hasSentTexts(db, earlierBy(now, { hours: 24 * answerDays }));
  if (!canBeAnswered && !(await hasConfirmedNumber(db))) return;
  const seen = await readFact(db, factName);
  const earliest = earlierBy(now, { hours: maxClockSkewHours });
  // A later instant comes from before the clock was set back.
  const since = seen && seen <= now ? seen : earliest;
  const texts = await providers.listInbound(since);
  if (!texts) return;
  const failures: unknown[] = [];
  for (const text of texts) {
    try {
      const answer = await receiveMessage(db, text, settings, now);
      if (answer) await providers.send(replyTo(text, answer));
    } catch (error) {
      failures.push(error);
    }
  }
  // Failed texts are tried again next time, until they are too old to be listed.
  if (failures.length > 0) throw new AggregateError(failures, "Some texts could not be answered");
  const newest = texts.at(-1)?.receivedAt ?? since;
  const value =
    [since, earliest, earlierBy(newest, { minutes: overlapMinutes })].toSorted().at(-1) ?? since;
  await writeFact(db, factName, value);
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
