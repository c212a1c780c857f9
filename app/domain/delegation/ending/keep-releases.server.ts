import type { Transaction } from "kysely";
import { leaveDeparted } from "#app/domain/accounts/users.server.ts";
import { keepMessages } from "#app/domain/outbox/scheduling/keep-messages.server.ts";
import { findUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database } from "#db/schema.ts";

/** A deleted account takes no pending news with it: people who said yes still hear what its user did before. */
export async function keepReleases(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  const kind = "delegation_release";
  const waiting = await findUnfinishedMessages(trx, kind, userId);
  if (waiting.length > 0)
    await keepMessages(trx, { kind, from: userId, to: await leaveDeparted(trx, userId, now) });
}
