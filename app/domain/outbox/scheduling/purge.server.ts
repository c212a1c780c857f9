import type { Kysely } from "kysely";
import { forgetConversations } from "#app/domain/delegation/by-text/conversation.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Longer than any provider repeats a report, and than any link in an e-mail of these lives. */
const daysKept = 30;

/**
 * Forgets what only kept things from happening twice, or too often: providers' reports, requests whose links have died,
 * counts of e-mails and of failures to sign in, and what was last said with numbers that are nobody's any more.
 */
export async function purgeTraces(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await db.deleteFrom("provider_events").where("received_at", "<", before).execute();
  await db.deleteFrom("password_resets").where("requested_at", "<", before).execute();
  await db
    .deleteFrom("email_verifications")
    .where("requested_at", "<", before)
    .where("confirmed_at", "is", null)
    .execute();
  // As far back as these are counted, at most.
  const hourAgo = earlierBy(now, { hours: 1 });
  await db.deleteFrom("emails_to_strangers").where("written_at", "<=", hourAgo).execute();
  await db.deleteFrom("sign_in_failures").where("failed_at", "<=", hourAgo).execute();
  await forgetConversations(db);
}
