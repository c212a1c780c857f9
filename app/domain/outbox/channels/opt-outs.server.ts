import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, OptOutCause } from "#db/schema.ts";
import type { MessageTypes } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";

/** Some emails also go to opted-out addresses, though the provider may still refuse them. */
export function ignoresOptOut(
  messageTypes: MessageTypes,
  { channel, kind }: Pick<Delivery, "channel" | "kind">,
  cause: OptOutCause,
): boolean {
  return channel === "email" && Boolean(messageTypes[kind].ignoresOptOut?.includes(cause));
}

export async function findOptedOut(
  db: Kysely<Database>,
  addresses: string[],
): Promise<Map<string, OptOutCause>> {
  const optOuts = await listOptOuts(db, addresses);
  return new Map(optOuts.map(({ address, cause }) => [address, cause]));
}

export async function listOptOuts(db: Kysely<Database>, addresses: string[]) {
  if (addresses.length === 0) return [];
  return listAddresses(db, addresses);
}

const listAddresses = compileOnce((db, addresses: readonly string[]) =>
  db
    .selectFrom("opt_outs")
    .selectAll()
    .where("address", "in", idList(addresses))
    .orderBy("address"),
);

/** A person's own wish replaces an earlier bounce as the cause, never the reverse. */
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
      conflict
        .column("address")
        .doUpdateSet({ opted_out_at: now, ...(cause === "asked" && { cause }) }),
    )
    .execute();
}

/** Reopens a bounced address after it accepted an email, unless it opted out after the claim. */
export async function optInAfterAcceptance(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  { delivery, to }: { delivery: Delivery; to: string },
): Promise<void> {
  const { claimed_at: claimedAt } = delivery;
  if (!claimedAt || !ignoresOptOut(messageTypes, delivery, "bounced")) return;
  await db
    .deleteFrom("opt_outs")
    .where("address", "=", to)
    .where("opted_out_at", "<", claimedAt)
    .execute();
}

export async function optIn(db: Kysely<Database>, address: string): Promise<void> {
  await db.deleteFrom("opt_outs").where("address", "=", address).execute();
}
