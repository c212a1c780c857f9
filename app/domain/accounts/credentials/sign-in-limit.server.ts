import type { Kysely } from "kysely";
import { allow, uncount } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const [maxBeforeDelay, maxDelayMs] = [10, 8_000];

/** "code" is the second step. */
export type SignInStep = "password" | "code";

interface SignInAttempt {
  email: string;
  /** The network that the attempt counts for, or another key in its place. */
  ipAddress: string;
  /** Attempts from elsewhere don't slow a known device, and its own are counted separately. */
  isKnownDevice?: boolean;
  step?: SignInStep;
  now?: string;
}

type CountedAttempt =
  | { refused: true }
  | { refused: false; delayMs: number; succeed: () => Promise<void> };

/**
 * Counts the attempt as failed before the password check, so that parallel attempts cannot slip
 * through. Delays (1, 2, 4, 8 s) start at an account's 11th failure. A known device is slowed by
 * its own failures alone. An address's 31st within 15 minutes is refused, and an account's 11th
 * wrong code: six digits can be guessed, so a delay is not enough.
 */
export async function beginSignIn(
  db: Kysely<Database>,
  attempt: SignInAttempt,
): Promise<CountedAttempt> {
  const { email, ipAddress, isKnownDevice = false, step = "password", now = nowIso() } = attempt;
  const ofAccount = step === "code" ? "wrong_codes" : "wrong_passwords";
  const counted = await allow(
    db,
    [
      ["sign_ins", ipAddress],
      [ofAccount, email],
    ],
    now,
  );
  if (counted.refused) return { refused: true };
  const excess = counted.counts[isKnownDevice ? 0 : 1]! - maxBeforeDelay;
  return {
    refused: false,
    delayMs: excess < 0 ? 0 : Math.min(1_000 * 2 ** excess, maxDelayMs),
    succeed: () => uncount(db, counted.ids),
  };
}
