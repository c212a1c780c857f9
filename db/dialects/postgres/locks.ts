import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Bit } from "../../tables/accounts.ts";

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

/** Takes the locks of households that are free, and waits for none. */
export const tryLockStatement = (deliveryIds: readonly string[]) =>
  sql<{ id: string; is_free: Bit }>`
    select id, pg_try_advisory_xact_lock(1, hashtext(household_id)) as is_free from (
      select deliveries.id, household_id
        from deliveries join household_members using (user_id)
        where deliveries.id = any (${deliveryIds}) order by household_id
    ) as messages`;

export const isLock = ({ sql: words }: CompiledQuery): boolean => words.startsWith(start);
