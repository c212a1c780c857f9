import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";

export const calendarExport = {
  google_calendar: (db, { userId }) =>
    db
      .selectFrom("calendar_connections")
      .select(["email", "calendar_id", "calendar_name", "connected_at", "last_saved_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  calendar_entries: async function* (db, { userId }) {
    const all = db.selectFrom("calendar_entries").select("id").where("user_id", "=", userId);
    const sorted = (await all.orderBy("id").execute()).map(({ id }) => id);
    yield* readInBatches(sorted, (ids) =>
      db
        .selectFrom("calendar_entries")
        .select(["task_id", "series_id", "event_id", "calendar_id", "is_followed", "created_at"])
        .where("id", "in", idList(ids))
        .orderBy("id")
        .execute(),
    );
  },
  shown_calendars: (db, { userId }) =>
    db
      .selectFrom("shown_calendars")
      .select(["name", "host", "google_detail", "added_at", "read_at"])
      .where("added_by", "=", userId)
      .orderBy("added_at")
      .orderBy("id")
      .execute(),
  calendar_feed: (db, { userId }) =>
    db
      .selectFrom("calendar_feeds")
      .select(["categories", "created_at", "changed_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
} satisfies Record<string, ExportPart>;
