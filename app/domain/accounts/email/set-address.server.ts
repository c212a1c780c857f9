import type { Transaction } from "kysely";
import { forgetUnreachableEmail } from "#app/domain/outbox/channels/unreachable.server.ts";
import type { Database } from "#db/schema.ts";
import { recordAudit } from "../audit/record-audit.server.ts";
import { accountRenamed, addressSet } from "../events.server.ts";
import { accountName } from "../profile/person-name.ts";
import { endOtherSessions } from "../sessions/session-list.server.ts";
import { findPerson } from "../users.server.ts";

interface Address {
  /** Trimmed, in lower case, unused. */
  email: string;
  verifiedAt: string | null;
  /** The ids of sessions that stay open after a change of address. */
  keepSessions: readonly (string | null)[];
}

export async function setAddress(
  trx: Transaction<Database>,
  userId: string,
  { email, verifiedAt, keepSessions }: Address,
  now: string,
): Promise<void> {
  const before = await findPerson(trx, userId);
  const { email: previous } = before;
  await trx
    .updateTable("users")
    .set({ email, email_verified_at: verifiedAt })
    .where("id", "=", userId)
    .execute();
  await recordAudit(
    trx,
    { kind: email === previous ? "email_confirmed" : "email_changed", userId },
    now,
  );
  if (email !== previous) await endOtherSessions(trx, userId, keepSessions);
  await forgetUnreachableEmail(trx, userId);
  await addressSet.announce(trx, { userId, email, previous }, now);
  const to = accountName({ ...before, email });
  await accountRenamed.announce(trx, { userId, from: accountName(before), to }, now);
}
