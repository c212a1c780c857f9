/** Each time, a week each, or the one who did it least lately. */
export type TurnOrder = "anyone" | "each" | "week" | "least";

/** The people of a series, if they do it in turns or anyone can. */
export interface SeriesTurnsTable {
  series_id: string;
  turn_order: TurnOrder;
}

/** Someone with an account, or a family member without one. */
export interface SeriesTurnPersonTable {
  series_id: string;
  position: number;
  user_id: string | null;
  member_id: string | null;
}

/** Both dates included (YYYY-MM-DD). */
export interface AwayDatesTable {
  id: string;
  household_id: string;
  user_id: string | null;
  member_id: string | null;
  first_on: string;
  last_on: string;
  created_at: string;
}
