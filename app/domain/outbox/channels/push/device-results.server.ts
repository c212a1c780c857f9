import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { maxWaitSeconds, type Result } from "../result.ts";

const minWaitSeconds = 2;

/**
 * A device whose push service asked to wait gets nothing until then, and waits longer each time in
 * a row. A device that is gone is deleted.
 */
export async function recordDeviceResults(
  trx: Transaction<Database>,
  results: readonly Result[],
  now: string,
): Promise<void> {
  for (const { delivery, outcome } of results) {
    const { device_id: deviceId } = delivery;
    if (!deviceId) continue;
    if (outcome.status === "sent") await endWait(trx, deviceId);
    if (outcome.status === "failed" && outcome.reason === "device_gone")
      await trx.deleteFrom("push_devices").where("id", "=", deviceId).execute();
    if (outcome.status === "later" && outcome.isRateLimit)
      await wait(trx, deviceId, outcome.retryAfterSeconds ?? 0, now);
  }
}

async function endWait(trx: Transaction<Database>, deviceId: string): Promise<void> {
  await trx
    .updateTable("push_devices")
    .set({ refusals: 0, waits_since: null, waits_until: null })
    .where("id", "=", deviceId)
    .where("waits_until", "is not", null)
    .execute();
}

/** Messages that were in flight together count as refused once. */
async function wait(
  trx: Transaction<Database>,
  deviceId: string,
  askedSeconds: number,
  now: string,
): Promise<void> {
  const device = await trx
    .selectFrom("push_devices")
    .selectAll()
    .where("id", "=", deviceId)
    .executeTakeFirst();
  if (!device || (device.waits_until ?? "") > now) return;
  const growing = Math.min(minWaitSeconds * 2 ** device.refusals, maxWaitSeconds);
  const seconds = Math.max(Math.min(Math.ceil(askedSeconds), maxWaitSeconds), growing);
  await trx
    .updateTable("push_devices")
    .set(({ eb, fn, val }) => ({
      waits_until: laterBy(now, { seconds }),
      waits_since: fn.coalesce("waits_since", val(now)),
      refusals: eb("refusals", "+", 1),
    }))
    .where("id", "=", deviceId)
    .execute();
}
