import type { Transaction } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingText, TextReceiver } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { addByText } from "./add-by-text.server.ts";
import { countRequests, recordRequest } from "./chat-requests.server.ts";
import type { Command } from "./commands.ts";
import { actOnLastReminder } from "./last-reminder.server.ts";
import { listToday } from "./list-today.server.ts";
import type { Request } from "./read-request.server.ts";
import { limitReached, tooLong } from "./reply-texts.ts";
import type { AccountHolder } from "./sender.server.ts";
import type { Reply, Talk } from "./talk.ts";
import { undoLast } from "./undo.server.ts";

/** They cost nothing, but a chat must not fill the family's list. */
const freeTextsADay = 200;

/** Returns null once a day's limit was reached and said. */
export async function answerAccountHolder(
  trx: Transaction<Database>,
  { user, text, request }: { user: AccountHolder; text: IncomingText; request: Request },
  { textsADay }: Pick<TextReceiver, "textsADay">,
  now: string,
): Promise<string | null> {
  if (request.type === "nothing") return null;
  const isCharged = textChannels.includes(text.channel);
  const record = { userId: user.userId, isCharged };
  const left = (isCharged ? textsADay : freeTextsADay) - (await countRequests(trx, record, now));
  if (left < 0) return null;
  const reply: Reply = left === 0 ? other(limitReached()) : await answer(trx, request, { user, text, now });
  await recordRequest(trx, { ...record, ...reply }, now);
  return reply.text;
}

async function answer(trx: Transaction<Database>, request: Exclude<Request, { type: "nothing" }>, talk: Talk) {
  switch (request.type) {
    case "command":
      return commands[request.command](trx, talk);
    case "tasks":
      return addByText(trx, request.plan, talk);
    case "too_long":
      return other(tooLong());
  }
}

const commands: Record<Command, (trx: Transaction<Database>, talk: Talk) => Promise<Reply>> = {
  done: (trx, talk) => actOnLastReminder(trx, "done", talk),
  snooze: (trx, talk) => actOnLastReminder(trx, "snooze", talk),
  undo: undoLast,
  list: async (trx, talk) => other(await listToday(trx, talk)),
};

function other(text: string): Reply {
  return { text, type: "other", taskIds: [] };
}
