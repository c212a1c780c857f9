import type { Kysely } from "kysely";
import { readReply } from "#app/domain/delegation/by-text/reply-words.ts";
import type { IncomingText, TextReceiver } from "#app/domain/outbox/message-type.ts";
import { planTasks, type TaskPlan } from "#app/domain/tasks/adding/plan-tasks.server.ts";
import { textLength } from "#app/domain/core/limits.ts";
import type { Database } from "#db/schema.ts";
import { type Command, isChatter, readCommand } from "./commands.ts";
import type { AccountHolder } from "./sender.server.ts";

export type Request =
  | { type: "command"; command: Command }
  | { type: "tasks"; plan: TaskPlan }
  | { type: "too_long" }
  /** Needs no answer. */
  | { type: "nothing" };

/** Changes nothing, and may ask the model. */
export async function readRequest(
  db: Kysely<Database>,
  user: AccountHolder,
  { body, providerId, receivedAt }: IncomingText,
  { logInfo }: TextReceiver,
): Promise<Request> {
  const command = readCommand(body);
  if (command) return { type: "command", command };
  if (isChatter(body) || isBareReply(body)) return { type: "nothing" };
  if (body.length > textLength.request) return { type: "too_long" };
  // "Tomorrow" is the day after it was written, even if it was read later.
  const request = { text: body.trim(), requestId: providerId, now: receivedAt };
  const plan = await planTasks(db, user, request, logInfo);
  return { type: "tasks", plan };
}

/** A yes, a no or a tap, which answers a request or nothing. */
function isBareReply(body: string): boolean {
  const reply = readReply(body);
  return !reply || ((reply.answer !== null || reply.number !== null) && reply.line === null);
}
