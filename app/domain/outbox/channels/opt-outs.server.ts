import type { Kysely } from "kysely";
import type { Database, OptOutCause } from "#db/schema.ts";
import type { DeliveryKind } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";

/**
 * E-mails that are tried all the same: the way in for who has the address, and what somebody who is signed in asks for
 * themselves. A provider that still has the address on a list of its own refuses them.
 */
const tried: Record<OptOutCause, DeliveryKind[]> = {
  bounced: ["test", "password_reset", "email_verification"],
  asked: ["test"],
};

/** Whether it goes out although nothing else goes to its address, for this cause. */
export function isTried({ channel, kind }: Pick<Delivery, "channel" | "kind">, cause: OptOutCause): boolean {
  return channel === "email" && tried[cause].some((one) => one === kind);
}

/** Those of the addresses (E.164 or e-mail) that nothing is to go to, and why: somebody said so, or nothing arrives. */
export async function findOptedOut(db: Kysely<Database>, addresses: string[]): Promise<Map<string, OptOutCause>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.selectFrom("opt_outs").select(["address", "cause"]).where("address", "in", addresses).execute();
  return new Map(rows.map(({ address, cause }) => [address, cause]));
}

/** Nothing more goes to this address, until it is allowed again. That somebody asked for it outweighs that it bounced. */
export async function optOut(
  db: Kysely<Database>,
  address: string,
  now: string,
  cause: OptOutCause = "asked",
): Promise<void> {
  await db
    .insertInto("opt_outs")
    .values({ address, opted_out_at: now, cause })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet({ opted_out_at: now, ...(cause === "asked" && { cause }) }),
    )
    .execute();
}

/** What was tried and taken shows that the address may be written to again, unless it was told anew since the claim. */
export async function optInByTried(
  db: Kysely<Database>,
  to: string,
  { channel, kind, claimed_at: claimedAt }: Delivery,
): Promise<void> {
  if (!claimedAt || !isTried({ channel, kind }, "bounced")) return;
  await db.deleteFrom("opt_outs").where("address", "=", to).where("opted_out_at", "<", claimedAt).execute();
}

export async function optIn(db: Kysely<Database>, address: string): Promise<void> {
  await db.deleteFrom("opt_outs").where("address", "=", address).execute();
}
