import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/**
 * "each" alternates, "week" gives each person a week, "least" chooses the person who did it least
 * lately, and "anyone" has no order.
 */
export type TurnOrder = "anyone" | "each" | "week" | "least";

/** The people of a series, if they take turns or anyone can do it. */
export interface SeriesTurnsTable {
  series_id: string;
  turn_order: TurnOrder;
}

export interface SeriesTurnPersonTable {
  series_id: string;
  position: number;
  person_id: string;
  /** True if the person's account left the household. If it comes back, they take part again. */
  has_left: Generated<Bit>;
}

/** Both dates are included (YYYY-MM-DD). */
export interface AwayDatesTable {
  id: string;
  household_id: string;
  person_id: string;
  first_on: string;
  last_on: string;
  created_at: string;
}
