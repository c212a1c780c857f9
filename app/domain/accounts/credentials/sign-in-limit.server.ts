import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

// A restart does not reset these limits: the counts are in the database.
const windowMinutes = 15;
const maxFailuresBeforeDelay = 10;
const maxFailures = 30;
const maxDelayMs = 8_000;

type SignInAttempt = { refused: true } | { refused: false; delayMs: number; succeed: () => Promise<void> };

interface Attempt {
  email: string;
  ipAddress: string;
}

/**
 * Counts the attempt as failed before the password check, so that parallel attempts cannot slip through.
 * Delays (1, 2, 4, 8 s) start at an account's 11th failure. An address's 31st within 15 minutes is refused.
 */
export async function beginSignIn(
  db: Kysely<Database>,
  { email, ipAddress, now = nowIso() }: Attempt & { now?: string },
): Promise<SignInAttempt> {
  const counted = await db.transaction().execute((trx) => countAttempt(trx, { email, ipAddress, now }));
  if (counted.refused) return counted;
  const { id, delayMs } = counted;
  const succeed = async () => void (await db.deleteFrom("sign_in_failures").where("id", "=", id).execute());
  return { refused: false, delayMs, succeed };
}

/** Has the same limits as `beginSignIn`, but the attempt always counts. */
export async function countAttempt(
  trx: Transaction<Database>,
  { email, ipAddress, now }: Attempt & { now: string },
): Promise<{ refused: true } | { refused: false; id: string; delayMs: number }> {
  const since = earlierBy(now, { minutes: windowMinutes });
  await trx.deleteFrom("sign_in_failures").where("failed_at", "<", since).execute();
  const count = async (column: "email" | "ip_address", value: string) => {
    const row = await trx
      .selectFrom("sign_in_failures")
      .select(({ fn }) => fn.countAll<number>().as("failures"))
      .where(column, "=", value)
      .where("failed_at", ">=", since)
      .executeTakeFirstOrThrow();
    return row.failures;
  };
  if ((await count("ip_address", ipAddress)) >= maxFailures) return { refused: true };
  const excess = (await count("email", email)) - maxFailuresBeforeDelay;
  const id = newId();
  await trx.insertInto("sign_in_failures").values({ id, email, ip_address: ipAddress, failed_at: now }).execute();
  return { refused: false, id, delayMs: excess < 0 ? 0 : Math.min(1_000 * 2 ** excess, maxDelayMs) };
}
