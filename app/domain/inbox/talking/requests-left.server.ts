import type { Kysely } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingText, TextReceiver } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { countRequests } from "./chat-requests.server.ts";
import type { Talk } from "./talk.ts";

/** They cost nothing, but a chat must not fill the family's list. */
const freeTextsADay = 200;

/** For this day and channel. Negative once that was said. */
export async function countRequestsLeft(
  db: Kysely<Database>,
  { user: { userId }, text, now }: Talk,
  { textsADay }: Pick<TextReceiver, "textsADay">,
): Promise<number> {
  const isCharged = costs(text);
  return (
    (isCharged ? textsADay : freeTextsADay) - (await countRequests(db, { userId, isCharged }, now))
  );
}

/** Each answer by SMS or WhatsApp does. */
export const costs = ({ channel }: IncomingText): boolean => textChannels.includes(channel);
