import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findConnection } from "../find-connection.server.ts";
import { entryContent } from "./entry-content.ts";
import { newEventId } from "./new-entry.ts";
import { saveSeries } from "./series-entries.server.ts";
import { enqueueEntry } from "./enqueue-entry.server.ts";

/** Also restores an entry that the viewer deleted. @returns "waiting" when they must first fix the connection */
export async function saveToCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
): Promise<"saved" | "waiting" | "not_connected" | "missing"> {
  const now = nowIso();
  const { userId } = viewer;
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return "missing";
    const connection = await findActiveConnection(trx, userId);
    if (!connection) return "not_connected";
    const content = entryContent(task);
    const entry = await trx
      .insertInto("calendar_entries")
      .values({
        id: newId(),
        task_id: taskId,
        user_id: userId,
        event_id: newEventId(),
        content,
        is_asked: 1,
        is_by_hand: 1,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(["task_id", "user_id"]).doUpdateSet(({ eb, ref }) => ({
          content,
          is_asked: 1,
          is_by_hand: 1,
          is_followed: 1,
          revision: eb(ref("calendar_entries.revision"), "+", 1),
        })),
      )
      .returning(["id", "task_id", "user_id", "revision"])
      .executeTakeFirstOrThrow();
    await enqueueEntry(trx, entry, now);
    await saveSeries(trx, { taskId, userId }, now);
    return connection.problem ? "waiting" : "saved";
  });
}

async function findActiveConnection(db: Kysely<Database>, userId: string) {
  const { google_calendar_enabled: isEnabled } = await findPreferences(db, userId);
  return isEnabled ? findConnection(db, userId) : undefined;
}
