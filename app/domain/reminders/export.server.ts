import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";

export const remindersExport = {
  reminders: async function* (db, { userId }) {
    const all = await db
      .selectFrom("reminders")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    const sorted = all.map(({ id }) => id).toSorted();
    yield* readInBatches(sorted, (ids) =>
      db.selectFrom("reminders").selectAll().where("id", "in", idList(ids)).orderBy("id").execute(),
    );
  },
} satisfies Record<string, ExportPart>;
