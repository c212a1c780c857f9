import type { Kysely } from "kysely";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import type { Database } from "#db/schema.ts";
import { type AskingFamily, newTask, phones, readDelegation } from "./delegation.ts";
import { talk } from "./talk.ts";

export const textMila = (db: Kysely<Database>, body: string, from = phones.sam) =>
  talk(db, body, { from });

/** Returns the task's id. */
export async function addRequest(
  db: Kysely<Database>,
  nora: AskingFamily,
  title = "Pick up Emma",
  method: AskMethod = "sms",
) {
  const taskId = await newTask(db, nora, title);
  await ask(db, nora, { taskId, familyMemberId: nora.sam, method });
  return taskId;
}

export const readDelegationStatus = async (db: Kysely<Database>, taskId: string) =>
  (await readDelegation(db, taskId)).task.delegation_status;
