import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { isUnfinished } from "./outcome.ts";

const lookEveryMs = 50;
/**
 * Longer than anything takes on a busy machine, a paused channel's row of single tries included.
 */
const timeoutMs = 400_000;

/** Returns the milliseconds it took, or null on a timeout. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs = timeoutMs,
): Promise<number | null> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) return null;
    await pause(lookEveryMs);
  }
  return performance.now() - startedAt;
}

/** Waits until all due work has a final state. */
export function untilFinished(db: Kysely<Database>, withinMs?: number): Promise<number | null> {
  return until(async () => !(await isUnfinished(db)), withinMs);
}

/** Expires all leases. Only for when every worker is dead. */
export async function endLeases(db: Kysely<Database>): Promise<void> {
  // Their last requests arrive within this time.
  await pause(300);
  await db
    .updateTable("deliveries")
    .set({ lease_until: "2000-01-01T00:00:00.000Z" })
    .where("state", "=", "sending")
    .execute();
}
