import type { Kysely } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type Couple, newTask, phones, told } from "./delegation.ts";

/** Texts Mila from a number. Returns the reply. */
export const writes = (db: Kysely<Database>, body: string, from = phones.sam) =>
  db.transaction().execute((trx) => answerByText(trx, { from, body }, nowIso()));

/** Nora asks Sam to do a task. Returns the request's id. */
export async function asks(db: Kysely<Database>, nora: Couple, title = "Pick up Emma", method: AskMethod = "sms") {
  const taskId = await newTask(db, nora, title);
  await ask(db, nora, { taskId, familyMemberId: nora.sam, method });
  return taskId;
}

export const statusOf = async (db: Kysely<Database>, taskId: string) => (await told(db, taskId)).task.delegation_status;
