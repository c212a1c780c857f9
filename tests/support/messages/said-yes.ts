import type { Kysely } from "kysely";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../records/database.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "./delegation.ts";
import { newSender } from "./deliveries.ts";

export interface SaidYes extends AsyncDisposable {
  db: Kysely<Database>;
  nora: AskingFamily;
  taskId: string;
  id: string;
  twilio: FakeTwilio;
  /** Sends what waits as well, as if its time had come. */
  sendAll: () => Promise<void>;
  link: string;
}

/** Nora asked Sam by text to pick up Emma, and he said yes. */
export async function samSaidYes(title?: string): Promise<SaidYes> {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora, title);
  const id = await sendRequest(db, nora, taskId);
  const { sendDue, outbox } = newSender(db, twilio.settings);
  await sendDue();
  await answerAs(db, id, "accept");
  await sendDue();
  const sendAll = async () => {
    await db
      .updateTable("deliveries")
      .set({ not_before: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "ready")
      .execute();
    await sendDue();
  };
  return {
    db,
    nora,
    taskId,
    id,
    twilio,
    sendAll,
    link: `${outbox.origin}/delegations/${linkToken(outbox.linkKey, "delegation", id)}`,
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

/** The texts to Sam after the question. */
export const textsToSam = ({ twilio }: SaidYes) =>
  twilio
    .messages()
    .filter(({ to }) => to === phones.sam)
    .slice(1);
