import { join } from "node:path";
import { nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Mila } from "../product/mila.ts";

/** Bypasses the forms, which allow no past times. */
export async function makeRemindersDue(
  mila: Pick<Mila, "dataFolder">,
  taskId: string,
): Promise<void> {
  const db = openDatabase(join(mila.dataFolder, "mila.db"));
  const now = nowIso();
  await db
    .updateTable("reminders")
    .set({ planned_at: now, scheduled_at: now })
    .where("task_id", "=", taskId)
    .execute();
  await db.destroy();
}
