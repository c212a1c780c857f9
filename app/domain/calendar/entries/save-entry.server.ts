import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findConnection } from "../find-connection.server.ts";
import { newEntry } from "./new-entry.ts";
import { saveSeries } from "./series-entries.server.ts";
import { syncEntries } from "./sync-entries.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * Also restores an entry that the viewer deleted.
 * @returns "waiting" when they must first fix the connection
 */
export async function saveToCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
): Promise<"saved" | "waiting" | "not_connected" | "missing"> {
  const now = nowIso();
  const { userId } = viewer;
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return "missing";
    const connection = await findActiveConnection(trx, userId);
    if (!connection) return "not_connected";
    const asked = { content: "", is_asked: 1, is_by_hand: 1, is_followed: 1 } as const;
    await trx
      .insertInto("calendar_entries")
      .values({ ...newEntry(now), task_id: taskId, user_id: userId, ...asked })
      .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doUpdateSet(asked))
      .execute();
    await syncEntries(trx, { taskIds: [taskId] }, now);
    await saveSeries(trx, { taskId, userId }, now);
    return connection.problem ? "waiting" : "saved";
  });
}

async function findActiveConnection(db: Kysely<Database>, userId: string) {
  const { google_calendar_enabled: isEnabled } = await findPreferences(db, userId);
  return isEnabled ? findConnection(db, userId) : undefined;
}
