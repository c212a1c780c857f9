import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsOwner } from "../change-state.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";

/** Sends a failed message again. Returns false if it has not failed, or is sent already. */
export async function tryAgain(db: Kysely<Database>, id: string, now: string): Promise<boolean> {
  const changed = await changeAsOwner(db, { transition: "retried" }, now)
    .where("id", "=", id)
    .executeTakeFirst();
  await wakeWorker(db);
  return isChanged(changed);
}

/** Returns false if the message is already being sent, or has ended. */
export async function cancelWaiting(
  db: Kysely<Database>,
  id: string,
  now: string,
): Promise<boolean> {
  return isChanged(
    await changeAsOwner(db, { transition: "stopped" }, now).where("id", "=", id).executeTakeFirst(),
  );
}

function isChanged({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean {
  return numUpdatedRows > 0n;
}
