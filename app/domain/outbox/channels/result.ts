import type { Outcome } from "#app/services/sending.ts";
import type { Delivery } from "../preparation.ts";

export interface Result {
  delivery: Delivery;
  to: string;
  outcome: Outcome;
}

export type NotSent = Exclude<Outcome, { status: "sent" }>;

/** Longer waits are cut short, because providers recover before the time they name. */
export const maxWaitSeconds = 300;
