import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Change, columnsOf, transitions } from "./state.ts";

/**
 * The update behind every change of state. It leaves rows alone that are in no state the transition starts from; the
 * caller says which rows it is about.
 */
export function changeState(db: Kysely<Database>, change: Change, now: string) {
  return db
    .updateTable("deliveries")
    .set(columnsOf(change, now))
    .where("deliveries.state", "in", transitions[change.transition].from);
}
