import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

export interface ListTable {
  id: string;
  household_id: string;
  name: string;
  /** True for the one list that every household has. Its row is made with its first item. */
  is_shopping: Generated<Bit>;
  created_at: string;
  deleted_at: string | null;
}

export interface ListItemTable {
  /** A page may choose it, so that an item that is sent twice is one. */
  id: string;
  list_id: string;
  /** As it was typed: "2 l milk". */
  name: string;
  /** The name without accents and case, by which two items are one. */
  name_key: string;
  added_at: string;
  /** Null once the account is deleted. */
  added_by: string | null;
  /** The request that added the item. */
  added_request: string;
  /** The request that last brought the item back after it was ticked. */
  back_request: string | null;
  /** Set while it is ticked. */
  ticked_at: string | null;
  /** When it was last ticked or brought back on a phone. Earlier changes no longer count. */
  tick_changed_at: string | null;
  deleted_at: string | null;
  /** Set if it was added while the same item was on the list already: ticks of it go there. */
  same_as: string | null;
}

/** Ticked before, and suggested when items are added. */
export interface BoughtItemTable {
  list_id: string;
  name_key: string;
  name: string;
  times: number;
  last_at: string;
}
