import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Their push services asked to wait. */
export function waitingDevices(db: Kysely<Database>, now: string) {
  return db.selectFrom("push_devices").select("id").where("waits_until", ">", now);
}
