import type { Kysely } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { purgeKeptForms } from "../sessions/kept-form.server.ts";
import { purgeEndedSessions } from "../sessions/session.server.ts";
import { hasUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database } from "#db/schema.ts";
import { purgeAudit } from "../audit/audit-upkeep.server.ts";

/** No link in these emails lasts this long. */
const daysKept = 30;

/** Mila may be off meanwhile, so messages of a deleted account that still wait keep it. */
const departedHours = 48;

export async function purgeExpiredRequests(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  const resets = db.selectFrom("password_resets").where("requested_at", "<", before);
  await deleteInBatches(db, "password_resets", resets);
  const verifications = db
    .selectFrom("email_verifications")
    .where("requested_at", "<", before)
    .where("confirmed_at", "is", null);
  await deleteInBatches(db, "email_verifications", verifications);
  const departedBefore = earlierBy(now, { hours: departedHours });
  await db
    .deleteFrom("users")
    .where("departed_at", "<", departedBefore)
    .where("id", "not in", db.selectFrom("accounts_to_remove").select("user_id"))
    .where((eb) => eb.not(hasUnfinishedMessages(eb, "users.id")))
    .execute();
  await purgeAudit(db, now);
  await purgeKeptForms(db, now);
  await purgeEndedSessions(db, now);
}
