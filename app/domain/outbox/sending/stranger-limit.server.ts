import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const mostAnHour = 3;

/**
 * Counts an e-mail of this kind to somebody who need not know Mila, and says whether it may go: the 4th to an address
 * within an hour may not, whoever asks for it. The rows outlive the family members and accounts that they came of, so
 * that nobody can begin anew by deleting those.
 * @param email trimmed, in lower case
 */
export async function mayWriteTo(
  trx: Transaction<Database>,
  email: string,
  kind: "invitation" | "welcome",
  now: string,
): Promise<boolean> {
  const { written } = await trx
    .selectFrom("emails_to_strangers")
    .select(({ fn }) => fn.countAll<number>().as("written"))
    .where("email", "=", email)
    .where("kind", "=", kind)
    .where("written_at", ">", earlierBy(now, { hours: 1 }))
    .executeTakeFirstOrThrow();
  if (written >= mostAnHour) return false;
  await trx.insertInto("emails_to_strangers").values({ id: newId(), kind, email, written_at: now }).execute();
  return true;
}
