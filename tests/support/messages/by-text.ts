import type { Kysely } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import type { Database } from "#db/schema.ts";
import { type AskingFamily, newTask, phones, readDelegation } from "./delegation.ts";
import { linkKey } from "./deliveries.ts";

export const textMila = (db: Kysely<Database>, body: string, from = phones.sam) =>
  db.transaction().execute((trx) => {
    const text = { channel: "sms" as const, from, body, recipient: recipientOf(linkKey, from) };
    return answerByText(trx, text, nowIso());
  });

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
