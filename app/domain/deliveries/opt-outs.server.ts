import type { Kysely } from "kysely";
import type { Database, OptOutCause } from "#db/schema.ts";

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
      cause === "asked" ? conflict.column("address").doUpdateSet({ cause }) : conflict.column("address").doNothing(),
    )
    .execute();
}

export async function optIn(db: Kysely<Database>, address: string): Promise<void> {
  await db.deleteFrom("opt_outs").where("address", "=", address).execute();
}
