import { type CompiledQuery, type RawBuilder, sql } from "kysely";

/** A transaction that changes these takes their locks first. */
export interface Locks {
  /** The present households of these users. */
  userIds?: readonly string[];
  householdIds?: readonly string[];
  /** Names of what households share, such as the counts of a limit. */
  keys?: readonly string[];
}

const start = "select pg_advisory_xact_lock(kind, number) from (";

/** Takes each lock until the transaction ends. Sorted, so that no two wait for each other. */
export function lockStatement({
  userIds = [],
  householdIds = [],
  keys = [],
}: Locks): RawBuilder<unknown> {
  return sql`${sql.raw(start)}
    select 1 as kind, hashtext(household_id) as number
      from household_members where user_id = any (${userIds})
    union select 1, hashtext(id) from unnest(${householdIds}::text[]) as id
    union select 2, hashtext(key) from unnest(${keys}::text[]) as key
    order by kind, number
  ) as locks`;
}

export const isLock = ({ sql: words }: CompiledQuery): boolean => words.startsWith(start);
