import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { mailboxOf } from "#app/domain/core/mailbox.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { signUpsAnHour } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";

const maxPerHour = 5;

/**
 * Counts before the password is hashed, which costs 64 MiB. Rows outlive the account, or deleting it would reset the
 * limit, and are gone after an hour. Returns the row's id, or null for the sixth sign-up within an hour from a network or
 * to a mailbox, and for a stranger after as many as there may be in all.
 * @param attempt.email in lower case
 * @param attempt.isStranger without an account, and not invited by email
 */
export async function countSignUp(
  trx: Transaction<Database>,
  { email, ipAddress, isStranger }: { email: string; ipAddress: string; isStranger: boolean },
  now: string,
): Promise<string | null> {
  await purgeSignUps(trx, now);
  if (isStranger && (await countSignUps(trx, now)) >= signUpsAnHour) return null;
  const mailbox = mailboxOf(email);
  for (const [column, value] of [
    ["ip_address", ipAddress],
    ["mailbox", mailbox],
  ] as const) {
    const { count } = await trx
      .selectFrom("sign_ups")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(column, "=", value)
      .executeTakeFirstOrThrow();
    if (count >= maxPerHour) return null;
  }
  const id = newId();
  await trx
    .insertInto("sign_ups")
    .values({ id, ip_address: ipAddress, mailbox, signed_up_at: now })
    .execute();
  return id;
}

/** Counts the sign-ups of the last hour. */
export async function countSignUps(db: Kysely<Database>, now: string): Promise<number> {
  const { count } = await db
    .selectFrom("sign_ups")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("signed_up_at", ">", earlierBy(now, { hours: 1 }))
    .executeTakeFirstOrThrow();
  return count;
}

/** For one that Mila was too busy for. */
export async function uncountSignUp(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom("sign_ups").where("id", "=", id).execute();
}

export async function purgeSignUps(db: Kysely<Database>, now: string): Promise<void> {
  await db
    .deleteFrom("sign_ups")
    .where("signed_up_at", "<=", earlierBy(now, { hours: 1 }))
    .execute();
}
