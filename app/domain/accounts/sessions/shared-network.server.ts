import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** More people than a home has, so the network is probably a proxy in front of everyone. */
const minUsers = 5;

interface SharedNetwork {
  network: string;
  users: number;
}

/** Lists the networks that many people used in the last 24 hours, the most used first. */
export async function findSharedNetworks(
  db: Kysely<Database>,
  now: string,
): Promise<SharedNetwork[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(({ fn }) => ["network", fn.count<number>("user_id").distinct().as("users")])
    .where("network", "is not", null)
    .where("last_used_at", ">", earlierBy(now, { hours: 24 }))
    .groupBy("network")
    .having(({ fn }) => fn.count("user_id").distinct(), ">=", minUsers)
    .orderBy("users", "desc")
    .orderBy("network")
    .execute();
  return rows.flatMap(({ network, users }) => (network === null ? [] : [{ network, users }]));
}

export async function isSharedNetwork(
  db: Kysely<Database>,
  network: string,
  now: string,
): Promise<boolean> {
  return (await findSharedNetworks(db, now)).some((shared) => shared.network === network);
}
