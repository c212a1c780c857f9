import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { addDevice } from "#app/domain/outbox/channels/push/devices.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { FakePush } from "../../fakes/push.ts";

/** Switches push on, with a device of this name at the fake. */
export async function addPushDevice(
  db: Kysely<Database>,
  { userId }: { userId: string },
  push: Pick<FakePush, "subscribe">,
  name: string = "phone",
): Promise<string> {
  await db
    .updateTable("user_preferences")
    .set({ push_enabled: 1 })
    .where("user_id", "=", userId)
    .execute();
  const device = { userId, sessionId: newId(), name, ...push.subscribe(name) };
  return db.transaction().execute((trx) => addDevice(trx, device, nowIso()));
}
