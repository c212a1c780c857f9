import type { Transaction } from "kysely";
import type { TextReceiver } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { addByText } from "./add-by-text.server.ts";
import { recordRequest } from "./chat-requests.server.ts";
import { actByText } from "./act-by-text.server.ts";
import type { Command } from "./commands.ts";
import { listToday } from "./list-today.server.ts";
import type { Request } from "./read-request.server.ts";
import { limitReached, tooLong } from "./reply-texts.ts";
import { costs, countRequestsLeft } from "./requests-left.server.ts";
import type { Reply, Talk } from "./talk.ts";
import { undoLast } from "./undo.server.ts";

/** Returns null once a day's limit was reached and said. */
export async function answerAccountHolder(
  trx: Transaction<Database>,
  talk: Talk,
  request: Request,
  receiver: Pick<TextReceiver, "textsADay">,
): Promise<string | null> {
  if (request.type === "nothing") return null;
  const left = await countRequestsLeft(trx, talk, receiver);
  if (left < 0) return null;
  const reply: Reply = left === 0 ? other(limitReached()) : await answer(trx, request, talk);
  await recordRequest(
    trx,
    { userId: talk.user.userId, isCharged: costs(talk.text), ...reply },
    talk.now,
  );
  return reply.text;
}

async function answer(
  trx: Transaction<Database>,
  request: Exclude<Request, { type: "nothing" }>,
  talk: Talk,
) {
  switch (request.type) {
    case "command":
      return obey(trx, request, talk);
    case "tasks":
      return addByText(trx, request.plan, talk);
    case "too_long":
      return other(tooLong());
    case "refused":
      return other(request.refused);
    case "over_limit":
      return other(limitReached());
  }
}

async function obey(trx: Transaction<Database>, command: Command, talk: Talk): Promise<Reply> {
  switch (command.command) {
    case "done":
    case "snooze":
      return actByText(trx, command, talk, talk.now);
    case "undo":
      return undoLast(trx, talk);
    case "list":
      return other(await listToday(trx, talk));
  }
}

function other(text: string): Reply {
  return { text, type: "other", taskIds: [] };
}
