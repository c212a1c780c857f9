import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";

const listsOf = (...[db, { householdId }]: Parameters<ExportPart>) =>
  db.selectFrom("lists").where("household_id", "=", householdId);

export const listsExport = {
  lists: (db, viewer) => listsOf(db, viewer).selectAll().orderBy("id").execute(),
  list_items: async function* (db, viewer) {
    const rows = await db
      .selectFrom("list_items")
      .select("id")
      .where("list_id", "in", listsOf(db, viewer).select("id"))
      .execute();
    yield* readInBatches(
      rows.map(({ id }) => id),
      (ids) =>
        db
          .selectFrom("list_items")
          .selectAll()
          .where("id", "in", idList(ids))
          .orderBy("list_id")
          .orderBy("id")
          .execute(),
    );
  },
  bought_items: async function* (db, viewer) {
    const lists = await listsOf(db, viewer).select("id").execute();
    yield* readInBatches(
      lists.map(({ id }) => id),
      (ids) =>
        db
          .selectFrom("bought_items")
          .selectAll()
          .where("list_id", "in", idList(ids))
          .orderBy("list_id")
          .orderBy("name_key")
          .execute(),
      { each: 1 },
    );
  },
} satisfies Record<string, ExportPart>;
