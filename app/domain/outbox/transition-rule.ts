import { sql, type UpdateObject } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import type { Reason } from "./reasons.ts";

export type Columns = UpdateObject<Database, "deliveries">;
export type ColumnValues<Column extends keyof Columns> = Required<Pick<Columns, Column>>;

export interface TransitionRule<Input> {
  from: readonly DeliveryState[];
  to: DeliveryState;
  when: string;
  set(now: string, columns: Input): Omit<Columns, "state">;
}

export function rule<Input = undefined>(
  from: readonly DeliveryState[],
  to: DeliveryState,
  when: string,
  set: TransitionRule<Input>["set"],
): TransitionRule<Input> {
  return { from, to, when, set };
}

export function ended(now: string) {
  return { ended_at: now };
}

export function endedAs(reason: Reason) {
  return (now: string) => ({ ended_at: now, reason });
}

export function endedWith<Column extends keyof Columns>(
  now: string,
  columns: ColumnValues<Column>,
) {
  return { ...columns, ended_at: now };
}

export function reported<Column extends keyof Columns>(
  now: string,
  columns: ColumnValues<Column | "provider_id">,
) {
  return {
    reason: null,
    ...columns,
    ended_at: sql<string>`coalesce(ended_at, ${now})`,
    lease_until: null,
  };
}

export function increment(column: "attempts" | "crash_count") {
  return sql<number>`${sql.ref(column)} + 1`;
}
