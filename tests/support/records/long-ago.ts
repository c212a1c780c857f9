import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Makes the user's sign-in so old that Mila asks for the password, and a second step, again. */
export async function confirmedLongAgo(db: Kysely<Database>, email: string): Promise<void> {
  const longAgo = earlierBy(nowIso(), { minutes: 11 });
  await db
    .updateTable("sessions")
    .set({ confirmed_at: longAgo, second_step_at: longAgo })
    .where("user_id", "=", (eb) => eb.selectFrom("users").select("id").where("email", "=", email))
    .execute();
}
