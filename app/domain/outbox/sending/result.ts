import type { Outcome } from "#app/services/sending.ts";
import type { Delivery } from "../preparation.ts";

/** What came of sending a delivery. */
export interface Result {
  delivery: Delivery;
  to: string;
  outcome: Outcome;
}
