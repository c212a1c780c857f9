import type { Kysely } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type Couple, newTask, phones, told } from "./delegation.ts";

/** Has a number write to Mila. Returns what is said to it. */
export const writes = (db: Kysely<Database>, body: string, from = phones.sam) =>
  db.transaction().execute((trx) => answerByText(trx, { from, body }, nowIso()));

/** Has Nora ask Sam to do a task. Returns its id. */
export async function asks(db: Kysely<Database>, nora: Couple, title = "Pick up Emma", method: AskMethod = "sms") {
  const taskId = await newTask(db, nora, title);
  await ask(db, nora, { taskId, familyMemberId: nora.sam, method });
  return taskId;
}

export const statusOf = async (db: Kysely<Database>, taskId: string) => (await told(db, taskId)).task.delegation_status;
