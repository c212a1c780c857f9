import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";
import { textFor } from "./own-lines.ts";

export const caldavExport = {
  /** What tasks apps have sent of tasks and items, as this person's apps get it. */
  dav_objects: async function* (db, { householdId, userId }) {
    const rows = await db
      .selectFrom("dav_objects")
      .select(["calendar", "name"])
      .where("household_id", "=", householdId)
      .where("deleted_at", "is", null)
      .where("content", "is not", null)
      .orderBy("calendar")
      .orderBy("name")
      .execute();
    for (const [calendar, own] of Map.groupBy(rows, (row) => row.calendar)) {
      const names = own.map(({ name }) => name);
      yield* readInBatches(names, async (some) => {
        const found = await db
          .selectFrom("dav_objects")
          .select(["calendar", "name", "uid", "subject_id", "content", "fields"])
          .where("household_id", "=", householdId)
          .where("calendar", "=", calendar)
          .where("name", "in", idList(some))
          .orderBy("name")
          .execute();
        return found.map(({ fields, content, ...row }) => {
          const text = textFor({ fields, content }, { userId, tokenId: "" });
          return { ...row, content: text?.content ?? null };
        });
      });
    }
  },
} satisfies Record<string, ExportPart>;
