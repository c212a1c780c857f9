import type { Kysely } from "kysely";
import type { Outcome } from "#app/services/sending.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { Database } from "#db/schema.ts";
import type { Claimed } from "./claim.server.ts";
import { createLedger } from "./ledger.server.ts";
import { outgoing } from "./to-provider-message.server.ts";
import type { Instance } from "../preparation.ts";
import { passStep } from "../checkpoints.ts";
import { underWay } from "./in-flight.ts";

interface Log {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/** Sends a delivery if it is still to be sent; returns what came of it, or null when somebody else has it or it ended. */
export type Deliver = (id: string) => Promise<Outcome | null>;

/**
 * Claim, send, record (docs/delivery.md, 4 to 6). The database says what happened: whatever is thrown here was written down as
 * far as it came.
 */
export function createDeliver(db: Kysely<Database>, instance: Instance, providers: Providers, log: Log): Deliver {
  const ledger = createLedger(db, instance);
  return async (id) => {
    const claimed = await ledger.claim(id);
    if (!claimed) return null;
    underWay.add(id);
    const outcome = await sendAndRecord(claimed).finally(() => underWay.delete(id));
    const { kind, channel } = claimed.delivery;
    log.info({ delivery: id, kind, channel, outcome }, "delivery");
    return outcome;
  };

  async function sendAndRecord(claimed: Claimed): Promise<Outcome> {
    passStep("sent", "before");
    const outcome = await send(claimed);
    passStep("sent", "after");
    await ledger.record({ delivery: claimed.delivery, to: claimed.to, outcome });
    return outcome;
  }

  async function send(claimed: Claimed): Promise<Outcome> {
    try {
      return await providers.send(outgoing(claimed, instance));
    } catch (err) {
      log.error({ err, delivery: claimed.delivery.id }, "a delivery was cut off by an error of our own");
      // Nobody knows how far it came.
      return { is: "unclear" };
    }
  }
}
