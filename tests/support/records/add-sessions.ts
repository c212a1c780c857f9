import { type Kysely, sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Adds sessions that nobody holds, three last used in each of the minutes before now. */
export async function addSessions(
  db: Kysely<Database>,
  email: string,
  count: number,
): Promise<void> {
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into sessions (id, user_id, token_hash, created_at, last_used_at, device)
    select 'other-' || n || users.id, users.id, 'hash-' || n || users.id, ${nowIso()},
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n / 3) || ' minutes'), 'Browser ' || n
    from numbers, users where email = ${email}`.execute(db);
}
