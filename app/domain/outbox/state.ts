import type { Updateable } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";

interface Way {
  from: readonly DeliveryState[];
  to: DeliveryState;
  when: string;
}

/** Every way from one state to another. docs/delivery.md shows this table, and a new row starts as ready. */
export const transitions = {
  claimed: { from: ["ready"], to: "sending", when: "a worker takes it" },
  merged_late: { from: ["ready"], to: "merged", when: "it is late, and goes out with others" },
  expired: { from: ["ready", "sending"], to: "expired", when: "its time is over" },
  withdrawn: { from: ["sending"], to: "cancelled", when: "the claim finds that it should not go out" },
  rerouted: { from: ["ready", "cancelled", "merged"], to: "ready", when: "its channel was switched off" },
  superseded: { from: ["ready", "cancelled"], to: "cancelled", when: "parts of it go out by themselves" },
  unreadable: { from: ["ready"], to: "failed", when: "reading it failed three times" },

  accepted: { from: ["sending", "unknown", "ready"], to: "sent", when: "the provider accepts it" },
  deferred: { from: ["sending", "unknown"], to: "ready", when: "the provider does not accept it now" },
  unclear: { from: ["sending", "unknown"], to: "unknown", when: "the provider's answer is unclear" },
  refused: { from: ["sending", "unknown"], to: "failed", when: "the provider refuses it for good" },
  dropped: { from: ["sending", "unknown"], to: "cancelled", when: "the provider's answer makes it pointless" },

  cut_off: { from: ["sending"], to: "unknown", when: "its lease ends with no answer" },
  crashed: { from: ["sending"], to: "failed", when: "its lease ends for the third time" },
  found: { from: ["unknown"], to: "sent", when: "the provider has it" },
  absent: { from: ["unknown"], to: "ready", when: "the provider does not have it" },
  unsure: { from: ["unknown"], to: "ready", when: "nobody can say: once more, once" },
  given_up: { from: ["unknown"], to: "failed", when: "nobody can say, and it went out twice" },
  pointless: { from: ["unknown"], to: "cancelled", when: "the provider does not have it, and it should not go out" },

  reported_sent: { from: ["sending", "unknown", "ready"], to: "sent", when: "the provider reports it on its way" },
  delivered: {
    from: ["sent", "sending", "unknown", "ready"],
    to: "delivered",
    when: "the provider reports it delivered",
  },
  undelivered: {
    from: ["sent", "sending", "unknown", "ready"],
    to: "undelivered",
    when: "the provider reports that it did not arrive",
  },
  replaced: {
    from: ["sent", "sending", "unknown", "ready"],
    to: "merged",
    when: "the provider reports that only another channel can deliver it",
  },
} as const satisfies Record<string, Way>;

export type Transition = keyof typeof transitions;

export type Columns = Omit<Updateable<Database["deliveries"]>, "state">;

export interface Change {
  transition: Transition;
  columns?: Columns;
}

/** What entering a state writes, whichever way led there. */
export function columnsOnEntry(to: DeliveryState, now: string): Columns {
  if (to === "ready") return { lease_until: null, enqueued_at: null, ended_at: null };
  if (to === "unknown") return { unknown_since: now };
  return to === "sending" ? {} : { ended_at: now };
}
