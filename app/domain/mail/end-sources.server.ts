import type { Transaction } from "kysely";
import { bumpRevisions } from "#app/domain/people/revision.server.ts";
import { endSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";

/**
 * Removes the mailboxes and addresses that an account has added when it leaves: it knows their
 * passwords, and where to send mails.
 */
export async function endMailSources(
  trx: Transaction<Database>,
  account: { userId: string; householdId?: string },
): Promise<void> {
  await bumpRevisions(trx, await endSources(trx, "mailboxes", account));
  await bumpRevisions(trx, await endSources(trx, "mail_addresses", account));
}
