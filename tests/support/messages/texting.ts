import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newSender } from "./deliveries.ts";

/** Sends this database's texts to a fake of Twilio, and ends both together. */
export async function startTexting(own: { db: Kysely<Database> } & AsyncDisposable) {
  const twilio = await startFakeTwilio();
  const { sendDue, outbox } = newSender(own.db, twilio.settings);
  return {
    db: own.db,
    twilio,
    outbox,
    sendDue,
    /** The words of each text, without its link. */
    textsTo: (number: string) =>
      twilio
        .messages()
        .filter(({ to }) => to === number)
        .map(({ body }) => body.replace(/ http\S+/, "").replace("Mila: ", "")),
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}
