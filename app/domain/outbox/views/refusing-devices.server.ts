import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Reason } from "../reasons.ts";

const refused: Reason = "refused";

/** The names of the user's devices whose push service refused the latest message. */
export async function findRefusingDevices(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("push_devices", "push_devices.id", "deliveries.device_id")
    .select(["push_devices.id", "push_devices.name", "deliveries.state", "deliveries.reason"])
    .where("deliveries.user_id", "=", userId)
    .where("deliveries.state", "in", ["sent", "failed"])
    .orderBy("deliveries.created_at", "desc")
    .limit(50)
    .execute();
  const latest = new Map(rows.toReversed().map((row) => [row.id, row]));
  return [...latest.values()].flatMap(({ name, state, reason }) =>
    state === "failed" && reason === refused ? name : [],
  );
}
