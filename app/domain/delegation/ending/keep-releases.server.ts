import type { Transaction } from "kysely";
import { leaveDeparted } from "#app/domain/accounts/users.server.ts";
import { keepMessages } from "#app/domain/outbox/scheduling/keep-messages.server.ts";
import { findUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database } from "#db/schema.ts";

/** Who said yes still learns what a user did before they deleted their account. */
export async function keepReleases(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  const kind = "delegation_release";
  const waiting = await findUnfinishedMessages(trx, kind, userId);
  if (waiting.length > 0) await keepMessages(trx, { kind, from: userId, to: await leaveDeparted(trx, userId, now) });
}
