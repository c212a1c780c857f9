import type { Kysely } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { type Change, columnsOnEntry, transitions } from "./state.ts";

/**
 * The update behind every change of state. It leaves rows alone that are in no state the transition starts from; the
 * caller says which rows it is about.
 */
export function changeState(db: Kysely<Database>, { transition, columns }: Change, now: string) {
  const { from, to } = transitions[transition];
  const states: readonly DeliveryState[] = from;
  return db
    .updateTable("deliveries")
    .set({ ...columnsOnEntry(to, now), ...columns, state: to })
    .where("deliveries.state", "in", states);
}
