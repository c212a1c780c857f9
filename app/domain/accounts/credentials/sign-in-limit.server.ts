import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, SignInStep } from "#db/schema.ts";

// A restart does not reset these limits: the counts are in the database.
const windowMinutes = 15;
const maxFailuresBeforeDelay = 10;
const maxFailures = 30;
const maxDelayMs = 8_000;
/** Only someone who knows the password gets this far, so a limit locks nobody else out. */
const maxWrongCodes = 10;

type CountedAttempt =
  | { refused: true }
  | { refused: false; delayMs: number; succeed: () => Promise<void> };

interface SignInAttempt {
  email: string;
  /** A network, or what else the attempt counts for. */
  ipAddress: string;
  /** Others' attempts don't slow it, and it is only counted by itself. */
  isKnownDevice?: boolean;
  step?: SignInStep;
}

/**
 * Counts the attempt as failed before the password check, so that parallel attempts cannot slip through.
 * Delays (1, 2, 4, 8 s) start at an account's 11th failure. A known device is slowed by its own
 * failures alone. An address's 31st within 15 minutes is refused, and an
 * account's 11th wrong code: six digits can be guessed, so a delay is not enough.
 */
export async function beginSignIn(
  db: Kysely<Database>,
  { now = nowIso(), ...attempt }: SignInAttempt & { now?: string },
): Promise<CountedAttempt> {
  const counted = await db.transaction().execute((trx) => countAttempt(trx, { ...attempt, now }));
  if (counted.refused) return counted;
  const { id, delayMs } = counted;
  const succeed = async () =>
    void (await db.deleteFrom("sign_in_failures").where("id", "=", id).execute());
  return { refused: false, delayMs, succeed };
}

/** Has the same limits as `beginSignIn`, but the attempt always counts. */
export async function countAttempt(
  trx: Transaction<Database>,
  {
    email,
    ipAddress,
    isKnownDevice = false,
    step = "password",
    now,
  }: SignInAttempt & { now: string },
): Promise<{ refused: true } | { refused: false; id: string; delayMs: number }> {
  const since = earlierBy(now, { minutes: windowMinutes });
  await trx.deleteFrom("sign_in_failures").where("failed_at", "<", since).execute();
  // Counting beyond the limit changes nothing, and a flood leaves any number of rows.
  const failures = trx
    .selectFrom("sign_in_failures")
    .select("id")
    .where("failed_at", ">=", since)
    .limit(maxFailures);
  const { length: fromAddress } = await failures.where("ip_address", "=", ipAddress).execute();
  if (fromAddress >= maxFailures) return { refused: true };
  const { length: ofAccount } = await failures
    .where("email", "=", email)
    .where("step", "=", step)
    .execute();
  if (step === "code" && ofAccount >= maxWrongCodes) return { refused: true };
  const excess = (isKnownDevice ? fromAddress : ofAccount) - maxFailuresBeforeDelay;
  const id = newId();
  await trx
    .insertInto("sign_in_failures")
    .values({ id, email, ip_address: ipAddress, failed_at: now, step })
    .execute();
  return {
    refused: false,
    id,
    delayMs: excess < 0 ? 0 : Math.min(1_000 * 2 ** excess, maxDelayMs),
  };
}
