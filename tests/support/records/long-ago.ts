import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** The user with this address entered their password so long ago that Mila asks for it again. */
export async function confirmedLongAgo(db: Kysely<Database>, email: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ confirmed_at: earlierBy(nowIso(), { minutes: 11 }) })
    .where("user_id", "=", (eb) => eb.selectFrom("users").select("id").where("email", "=", email))
    .execute();
}
