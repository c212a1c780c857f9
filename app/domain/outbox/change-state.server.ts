import type { ExpressionBuilder, Kysely, SelectQueryBuilder, Transaction } from "kysely";
import { untouched } from "#db/sql/locks.ts";
import type { Database } from "#db/schema.ts";
import { type Change, changedColumns, type TransitionName, transitions } from "./state.ts";
import type { Actor, TransitionRule } from "./transition-rule.ts";

/**
 * Updates only rows in a state that the transition may start from. The caller adds further
 * conditions.
 */
export function changeState(db: Kysely<Database>, change: Change, now: string) {
  return db
    .updateTable("deliveries")
    .set(changedColumns(change, now))
    .where(whereAllowed(change.transition));
}

/** Restricts the changes to those that one kind of actor may cause. */
function changesBy<Who extends Actor>() {
  return (db: Kysely<Database>, change: Change<Who>, now: string) =>
    changeState(db, change as Change, now);
}

export const changeAsSystem = changesBy<"system">();
export const changeAsUser = changesBy<"user">();
export const changeAsOwner = changesBy<"owner">();
export const changeAsProvider = changesBy<"provider">();

export type Ids = SelectQueryBuilder<Database, "deliveries", { id: string }>;

/**
 * Changes only messages that no open transaction has changed, and waits for none. Begin the
 * transaction with `inLocks`, so that it holds up nobody.
 */
export function changeUntouched(
  trx: Transaction<Database>,
  change: Change<"system">,
  now: string,
  find: (allowed: Ids) => Ids,
) {
  const allowed = trx.selectFrom("deliveries").select("id").where(whereAllowed(change.transition));
  return trx
    .updateTable("deliveries")
    .set(changedColumns(change as Change, now))
    .where("id", "in", untouched(find(allowed)));
}

/** Finds deliveries that the transition may start from. */
export function whereAllowed(transition: TransitionName) {
  const { from, fallback, hold }: TransitionRule = transitions[transition];
  return ({ eb, and, or }: ExpressionBuilder<Database, "deliveries">) =>
    and([
      from.length === 1
        ? eb("deliveries.state", "=", from[0]!)
        : eb("deliveries.state", "in", from),
      ...(fallback.from
        ? [
            or(
              fallback.from.map((one) =>
                eb("deliveries.other_way", one === null ? "is" : "=", one),
              ),
            ),
          ]
        : []),
      ...(hold.from === undefined
        ? []
        : [eb("deliveries.held_at", hold.from ? "is not" : "is", null)]),
    ]);
}
