import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { fakeDevice } from "../fakes/push/device.ts";
import type { Person } from "./reminders.ts";

/** Gives these people a device at the stand-in, named by their user id, and no other channel. */
export async function usePush(
  db: Kysely<Database>,
  people: Person[],
  settings: Record<string, string>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { userId } of people) {
      const { path, p256dh, auth } = fakeDevice(userId);
      const endpoint = `http://${settings.PUSH_HOSTS}${path}`;
      const device = {
        id: newId(),
        user_id: userId,
        session_id: newId(),
        name: "phone",
        created_at: nowIso(),
      };
      await trx
        .insertInto("push_devices")
        .values({ ...device, endpoint, p256dh, auth })
        .execute();
      await trx
        .updateTable("user_preferences")
        .set({ push_enabled: 1, sms_enabled: 0, email_enabled: 0 })
        .where("user_id", "=", userId)
        .execute();
    }
  });
}
