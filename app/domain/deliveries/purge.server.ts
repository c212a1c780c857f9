import type { Kysely } from "kysely";
import { laterBy } from "#app/domain/time.ts";
import type { Database } from "#db/schema.ts";

/** Longer than any provider repeats a report, and than any link in an e-mail of these lives. */
const daysKept = 30;

/** Forgets what only kept things from happening twice: providers' reports, and requests whose links have died. */
export async function purgeTraces(db: Kysely<Database>, now: string): Promise<void> {
  const before = laterBy(now, { hours: -24 * daysKept });
  await db.deleteFrom("provider_events").where("received_at", "<", before).execute();
  await db.deleteFrom("password_resets").where("requested_at", "<", before).execute();
  await db
    .deleteFrom("email_verifications")
    .where("requested_at", "<", before)
    .where("confirmed_at", "is", null)
    .execute();
}
