import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** Each time, a week each, or the one who did it least lately. */
export type TurnOrder = "anyone" | "each" | "week" | "least";

/** The people of a series, if they do it in turns or anyone can. */
export interface SeriesTurnsTable {
  series_id: string;
  turn_order: TurnOrder;
}

export interface SeriesTurnPersonTable {
  series_id: string;
  position: number;
  person_id: string;
  /** Their account left the household. If it comes back, they take part again. */
  has_left: Generated<Bit>;
}

/** Both dates included (YYYY-MM-DD). */
export interface AwayDatesTable {
  id: string;
  household_id: string;
  person_id: string;
  first_on: string;
  last_on: string;
  created_at: string;
}
