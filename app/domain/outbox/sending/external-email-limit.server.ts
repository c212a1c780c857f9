import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const maxPerHour = 3;

/** Counts the email if it is allowed. The count outlives the sender's account. `email` is in lower case. */
export async function allowExternalEmail(
  trx: Transaction<Database>,
  email: string,
  kind: "invitation" | "welcome",
  now: string,
): Promise<boolean> {
  const { written } = await trx
    .selectFrom("external_emails")
    .select(({ fn }) => fn.countAll<number>().as("written"))
    .where("email", "=", email)
    .where("kind", "=", kind)
    .where("written_at", ">", earlierBy(now, { hours: 1 }))
    .executeTakeFirstOrThrow();
  if (written >= maxPerHour) return false;
  await trx
    .insertInto("external_emails")
    .values({ id: newId(), kind, email, written_at: now })
    .execute();
  return true;
}

export async function purgeExternalEmails(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 1 });
  const old = db.selectFrom("external_emails").where("written_at", "<=", before);
  await deleteInBatches(db, "external_emails", old);
}
