import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Those of the addresses (E.164 or e-mail) that want no messages from here. */
export async function findOptedOut(db: Kysely<Database>, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.selectFrom("opt_outs").select("address").where("address", "in", addresses).execute();
  return new Set(rows.map(({ address }) => address));
}

/** Nothing more goes to this address, until it is allowed again. */
export async function optOut(db: Kysely<Database>, address: string, now: string): Promise<void> {
  await db
    .insertInto("opt_outs")
    .values({ address, opted_out_at: now })
    .onConflict((conflict) => conflict.column("address").doNothing())
    .execute();
}

export async function optIn(db: Kysely<Database>, address: string): Promise<void> {
  await db.deleteFrom("opt_outs").where("address", "=", address).execute();
}
