import type { Kysely } from "kysely";
import type { Outcome } from "#app/services/sending.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { Database } from "#db/schema.ts";
import type { Claimed } from "./claim.server.ts";
import { createLedger } from "./ledger.server.ts";
import { createTransmissionMarks } from "./mark-transmitted.server.ts";
import { toProviderMessage } from "./to-provider-message.server.ts";
import type { Outbox } from "../message-type.ts";
import { checkpoint } from "../checkpoints.ts";
import { inFlight } from "./in-flight.ts";

interface Log {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/** Returns null when another worker has the delivery or it has ended. */
export type Deliver = (id: string) => Promise<Outcome | null>;

export function createDeliver(db: Kysely<Database>, outbox: Outbox, providers: Providers, log: Log): Deliver {
  const ledger = createLedger(db, outbox);
  const markTransmitted = createTransmissionMarks(db);
  return async (id) => {
    const claimed = await ledger.claim(id);
    if (!claimed) return null;
    const { kind, channel, attempts: attempt } = claimed.delivery;
    log.info({ delivery: id, kind, channel, attempt }, "delivery claimed");
    inFlight.add(id);
    const outcome = await sendAndRecord(claimed).finally(() => inFlight.delete(id));
    log.info({ delivery: id, kind, channel, outcome }, "delivery recorded");
    return outcome;
  };

  async function sendAndRecord(claimed: Claimed): Promise<Outcome> {
    checkpoint("sent", "before");
    const outcome = await send(claimed);
    checkpoint("sent", "after");
    await ledger.record({ delivery: claimed.delivery, to: claimed.to, outcome });
    return outcome;
  }

  async function send(claimed: Claimed): Promise<Outcome> {
    try {
      return await providers.send(toProviderMessage(claimed, outbox), () => markTransmitted(claimed.delivery));
    } catch (err) {
      log.error({ err, delivery: claimed.delivery.id }, "delivery failed with an unexpected error");
      return { status: "unclear" };
    }
  }
}
