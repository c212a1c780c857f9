import type { Kysely } from "kysely";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { Session } from "#app/domain/accounts/sessions/session.server.ts";
import * as devices from "#app/domain/outbox/channels/push/devices.server.ts";
import { isAllowedAddress } from "#app/services/transport/allowed-address.ts";
import type { Database } from "#db/schema.ts";
import { savePreferences } from "../preferences.server.ts";
import type { PushSubscriptionInput, RenewedSubscription } from "./input.ts";

type OwnSession = Pick<Session, "userId" | "sessionId">;

/** Lists the oldest first. */
export async function listPushDevices(
  db: Kysely<Database>,
  viewer: { userId: string; timeZone: string },
) {
  const rows = await devices.listDevices(db, [viewer.userId]);
  return rows.map(({ id, name, endpoint, created_at }) => ({
    id,
    name,
    endpoint,
    addedOn: formatDate(created_at, viewer.timeZone),
  }));
}

/** Also turns push on. Returns "refused" if the endpoint is inside the network, or not secure. */
export async function addPushDevice(
  db: Kysely<Database>,
  { userId, sessionId }: OwnSession,
  { name, ...subscription }: PushSubscriptionInput & { name: string },
  trustedHosts: readonly string[],
  now: string = nowIso(),
): Promise<"added" | "refused"> {
  if (!isAllowedAddress(subscription.endpoint, trustedHosts)) return "refused";
  await db.transaction().execute(async (trx) => {
    await devices.addDevice(trx, { userId, sessionId, name, ...subscription }, now);
    await savePreferences(trx, userId, { push_enabled: 1 });
  });
  return "added";
}

/**
 * Replaces the address of a browser. Returns false if the old one isn't the user's, or the new one
 * is refused.
 */
export async function renewPushDevice(
  db: Kysely<Database>,
  { userId, sessionId }: OwnSession,
  { replaces, ...subscription }: RenewedSubscription,
  trustedHosts: readonly string[],
): Promise<boolean> {
  if (!isAllowedAddress(subscription.endpoint, trustedHosts)) return false;
  return db
    .transaction()
    .execute((trx) =>
      devices.replaceSubscription(trx, replaces, { userId, sessionId, ...subscription }),
    );
}

export async function renamePushDevice(
  db: Kysely<Database>,
  { userId }: { userId: string },
  id: string,
  name: string,
): Promise<boolean> {
  return devices.renameDevice(db, { id, userId, name });
}

/** Turns push off with the last device. Returns false if the user has no such device. */
export async function removePushDevice(
  db: Kysely<Database>,
  { userId }: { userId: string },
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await devices.removeDevice(trx, { id, userId }))) return false;
    if ((await devices.listDevices(trx, [userId])).length === 0)
      await savePreferences(trx, userId, { push_enabled: 0 });
    return true;
  });
}

export async function turnOffPush(db: Kysely<Database>, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await devices.removeDevicesOfOtherSessions(trx, userId);
    await savePreferences(trx, userId, { push_enabled: 0 });
  });
}
