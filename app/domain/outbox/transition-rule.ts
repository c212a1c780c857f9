import type { ExpressionBuilder, UpdateObject } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import type { Reason } from "./reasons.ts";

export type Columns = Omit<UpdateObject<Database, "deliveries">, "reason"> & {
  reason?: Reason | null;
};
export type ColumnValues<Column extends keyof Columns> = Required<Pick<Columns, Column>>;

/** The cause of a transition. "system" is the worker, or the effect of an earlier change. */
export type Actor = "system" | "user" | "owner" | "provider";

type Fallback = Database["deliveries"]["other_way"];

/** The target of a transition that keeps the state. */
export const same = "same";

interface Options<Taken> {
  /** The columns whose values the caller provides. */
  takes?: readonly Taken[];
  /** The columns that always get the same values. */
  sets?: (now: string) => Omit<Columns, "state" | "other_way" | "held_at">;
  /**
   * Restricts the row to states of the fallback, and sets the fallback's new state. Without `from`,
   * any state fits; without `to`, it stays.
   */
  fallback?: { from?: readonly Fallback[]; to?: Fallback };
  /**
   * Restricts the row to those that are, or are not, held for Mila's owner after a restore, and
   * sets that state.
   */
  hold?: { from?: boolean; to?: boolean };
}

export interface TransitionRule<Taken extends keyof Columns = keyof Columns> extends Required<
  Options<Taken>
> {
  from: readonly DeliveryState[];
  to: DeliveryState | typeof same;
  when: string;
}

export function rule<const Taken extends keyof Columns = never>(
  from: readonly DeliveryState[],
  to: DeliveryState | typeof same,
  when: string,
  { takes = [], sets = () => ({}), fallback = {}, hold = {} }: Options<Taken> = {},
): TransitionRule<Taken> {
  return { from, to, when, takes, sets, fallback, hold };
}

/** Adds to the rules who causes their transitions. */
export function causedBy<Who extends Actor, Rules extends Record<string, object>>(
  who: Who,
  rules: Rules,
): { [Name in keyof Rules]: Rules[Name] & { by: Who } } {
  for (const one of Object.values(rules)) Object.assign(one, { by: who });
  return rules as { [Name in keyof Rules]: Rules[Name] & { by: Who } };
}

export function increment(column: "attempts" | "crash_count") {
  return (eb: ExpressionBuilder<Database, "deliveries">) => eb(column, "+", 1);
}
