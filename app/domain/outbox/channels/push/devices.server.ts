import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { changeAsUser } from "#app/domain/outbox/change-state.server.ts";

export type PushDevice = Selectable<Database["push_devices"]>;

/** A browser sends its address and its keys for push messages. */
interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface NewDevice extends Subscription {
  userId: string;
  sessionId: string;
  name: string;
}

/** A family has fewer phones, tablets and computers; more devices would only cause requests. */
const maxDevices = 10;

/**
 * Replaces an earlier subscription of the same browser, even another user's. Beyond the limit,
 * removes the oldest device.
 */
export async function addDevice(
  trx: Transaction<Database>,
  device: NewDevice,
  now: string,
): Promise<string> {
  const { userId, sessionId, name, ...subscription } = device;
  await trx.deleteFrom("push_devices").where("endpoint", "=", subscription.endpoint).execute();
  const kept = trx
    .selectFrom("push_devices")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(maxDevices - 1);
  await trx
    .deleteFrom("push_devices")
    .where("user_id", "=", userId)
    .where("id", "not in", kept)
    .execute();
  const id = newId();
  await trx
    .insertInto("push_devices")
    .values({ id, user_id: userId, session_id: sessionId, name, created_at: now, ...subscription })
    .execute();
  return id;
}

/**
 * Keeps the device's name, and sends waiting messages to its new address. Changes its id, so that
 * the end of the old address does not remove it. Returns false if the user has no device with this
 * endpoint.
 */
export async function replaceSubscription(
  trx: Transaction<Database>,
  replaced: string,
  { userId, sessionId, ...subscription }: Omit<NewDevice, "name">,
): Promise<boolean> {
  const own = trx
    .selectFrom("push_devices")
    .select("id")
    .where("endpoint", "=", replaced)
    .where("user_id", "=", userId);
  const device = await own.executeTakeFirst();
  if (!device) return false;
  const { endpoint } = subscription;
  const id = newId();
  await trx
    .deleteFrom("push_devices")
    .where("endpoint", "=", endpoint)
    .where("id", "!=", device.id)
    .execute();
  await trx
    .updateTable("push_devices")
    .set({
      id,
      session_id: sessionId,
      refusals: 0,
      waits_since: null,
      waits_until: null,
      ...subscription,
    })
    .where("id", "=", device.id)
    .execute();
  await changeAsUser(trx, { transition: "redirected", columns: { device_id: id } }, nowIso())
    .where("device_id", "=", device.id)
    .execute();
  return true;
}

/** Lists the oldest first. */
export function listDevices(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<PushDevice[]> {
  return db
    .selectFrom("push_devices")
    .selectAll()
    .where("user_id", "in", idList(userIds))
    .orderBy("id")
    .execute();
}

/** Omits the secrets with which Mila pushes to them. */
export function exportDevices(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("push_devices")
    .select(["id", "name", "created_at"])
    .where("user_id", "=", userId)
    .execute();
}

export async function findDevices(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, PushDevice>> {
  const rows = await db
    .selectFrom("push_devices")
    .selectAll()
    .where("id", "in", idList(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns false if the user has no such device. */
export async function renameDevice(
  db: Kysely<Database>,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("push_devices")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the user has no such device. */
export async function removeDevice(
  db: Kysely<Database>,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("push_devices")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Removes the devices of sessions that their user ended, so that nothing more shows on those
 * screens.
 */
export async function removeDeviceOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<void> {
  await db.deleteFrom("push_devices").where("session_id", "=", sessionId).execute();
}

export async function removeDevicesOfOtherSessions(
  db: Kysely<Database>,
  userId: string,
  keptSessions: readonly string[] = [],
): Promise<void> {
  await db
    .deleteFrom("push_devices")
    .where("user_id", "=", userId)
    .where("session_id", "not in", idList(keptSessions))
    .execute();
}

/** Returns how many devices there were. */
export async function removeAllDevices(trx: Transaction<Database>): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("push_devices").executeTakeFirst();
  return Number(numDeletedRows);
}
