import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Providers } from "#app/services/providers.server.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { checkpoint } from "../checkpoints.ts";
import type { Outbox } from "../message-type.ts";
import type { Claimed } from "./claim.server.ts";
import { createLedger, createTransmissionMarks } from "./ledger.server.ts";
import { toProviderMessage } from "./to-provider-message.server.ts";

export const inFlight = new Set<string>();

interface Log {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/** Shorter than a lease, after which another worker may send the message. */
const startWithinMs = 25_000;

const startsAtOnce = 10;

/** Starts a few at a time: all that were claimed together would block the event loop. */
function createStartThrottle(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let started = 0;
  return () => {
    if (started % startsAtOnce === 0) last = last.then(() => setImmediate());
    started += 1;
    return last;
  };
}

/** Returns null when another worker has the delivery or it has ended. */
export type Deliver = (id: string) => Promise<Outcome | null>;

export function createDeliver(
  db: Kysely<Database>,
  outbox: Outbox,
  providers: Providers,
  log: Log,
): Deliver {
  const ledger = createLedger(db, outbox);
  const markTransmitted = createTransmissionMarks(db);
  const waitToStart = createStartThrottle();
  return async (id) => {
    const startedAt = performance.now();
    const claimed = await ledger.claim(id);
    if (!claimed) return null;
    const { kind, channel, attempts: attempt } = claimed.delivery;
    log.info({ delivery: id, kind, channel, attempt }, "delivery claimed");
    inFlight.add(id);
    await waitToStart();
    const outcome = await sendAndRecord(claimed, startedAt).finally(() => inFlight.delete(id));
    log.info({ delivery: id, kind, channel, outcome }, "delivery recorded");
    return outcome;
  };

  async function sendAndRecord(claimed: Claimed, startedAt: number): Promise<Outcome> {
    checkpoint("sent", "before");
    const outcome = await send(claimed, startedAt);
    checkpoint("sent", "after");
    await ledger.record({ delivery: claimed.delivery, to: claimed.to, outcome });
    return outcome;
  }

  async function send(claimed: Claimed, startedAt: number): Promise<Outcome> {
    const { id, channel } = claimed.delivery;
    async function beforeData(): Promise<void> {
      if (!providers.hasLookup(channel)) await markTransmitted(claimed.delivery);
      // A process that was suspended continues here.
      if (performance.now() - startedAt > startWithinMs)
        throw new Error(`Delivery ${id} may have been taken over`);
    }
    try {
      return await providers.send(toProviderMessage(claimed, outbox), beforeData);
    } catch (err) {
      log.error({ err, delivery: id }, "delivery failed with an unexpected error");
      return { status: "unclear" };
    }
  }
}
