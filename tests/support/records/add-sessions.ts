import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const rowsAtOnce = 500;

/** Adds sessions that nobody holds, three last used in each of the minutes before now. */
export async function addSessions(
  db: Kysely<Database>,
  email: string,
  count: number,
): Promise<void> {
  const user = db.selectFrom("users").select("id").where("email", "=", email);
  const { id: user_id } = await user.executeTakeFirstOrThrow();
  const now = nowIso();
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `other-${n}${user_id}`,
    user_id,
    token_hash: `hash-${n}${user_id}`,
    created_at: now,
    last_used_at: earlierBy(now, { minutes: Math.floor((n + 1) / 3) }),
    device: `Browser ${n + 1}`,
  }));
  for (let at = 0; at < count; at += rowsAtOnce)
    await db
      .insertInto("sessions")
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}
