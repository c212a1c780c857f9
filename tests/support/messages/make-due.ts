import { nowIso } from "#app/domain/core/time.ts";
import type { Mila } from "../product/mila.ts";
import { openData } from "../records/open-data.ts";

/** Bypasses the forms, which allow no past times. */
export async function makeRemindersDue(
  mila: Pick<Mila, "dataFolder">,
  taskId: string,
): Promise<void> {
  const db = openData(mila.dataFolder);
  const now = nowIso();
  await db
    .updateTable("reminders")
    .set({ planned_at: now, scheduled_at: now })
    .where("task_id", "=", taskId)
    .execute();
  await db.destroy();
}
