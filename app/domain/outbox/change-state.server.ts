import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Change, changedColumns, transitions } from "./state.ts";

/** Updates only rows in a state where the transition may start. The caller adds which rows. */
export function changeState(db: Kysely<Database>, change: Change, now: string) {
  return db
    .updateTable("deliveries")
    .set(changedColumns(change, now))
    .where("deliveries.state", "in", transitions[change.transition].from);
}
