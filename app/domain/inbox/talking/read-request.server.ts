import type { Kysely } from "kysely";
import { readReply } from "#app/domain/delegation/by-text/reply-words.ts";
import type { TextReceiver } from "#app/domain/outbox/message-type.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { planTasks, type TaskPlan } from "#app/domain/tasks/adding/plan-tasks.server.ts";
import { textLength } from "#app/domain/core/limits.ts";
import type { Database } from "#db/schema.ts";
import { isNamed } from "./act-by-text.server.ts";
import { type Command, isChatter, readCommand, readNamedCommand } from "./commands.ts";
import { countRequestsLeft } from "./requests-left.server.ts";
import type { Talk } from "./talk.ts";

export type Request =
  | ({ type: "command" } & Command)
  | { type: "tasks"; plan: TaskPlan }
  | { type: "too_long" }
  /** The day's limit was reached before, so the model is not asked. */
  | { type: "over_limit" }
  | ({ type: "refused" } & AddingRefused)
  /** Needs no answer. */
  | { type: "nothing" };

/** Changes nothing, and may ask the model. */
export async function readRequest(
  db: Kysely<Database>,
  talk: Talk,
  receiver: Pick<TextReceiver, "textsADay" | "logInfo">,
): Promise<Request> {
  const { body, providerId, receivedAt } = talk.text;
  const command = readCommand(body);
  if (command) return { type: "command", ...command };
  const named = readNamedCommand(body);
  if (named?.name && (await isNamed(db, named.name, talk, talk.now)))
    return { type: "command", ...named };
  if (isChatter(body) || isBareReply(body)) return { type: "nothing" };
  if (body.length > textLength.request) return { type: "too_long" };
  if ((await countRequestsLeft(db, talk, receiver)) <= 0) return { type: "over_limit" };
  // "Tomorrow" is the day after it was written, even if it was read later.
  const request = { text: body.trim(), requestId: providerId, now: receivedAt };
  const plan = await planTasks(db, talk.user, request, receiver.logInfo);
  return "refused" in plan ? { type: "refused", ...plan } : { type: "tasks", plan };
}

/** A yes, a no or a tap, which answers a request or nothing. */
function isBareReply(body: string): boolean {
  const reply = readReply(body);
  return !reply || ((reply.answer !== null || reply.number !== null) && reply.line === null);
}
