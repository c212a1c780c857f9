import type { ExportPart } from "#app/domain/core/export.ts";
import { listNamesEver } from "#app/domain/people/people.server.ts";
import { idList } from "#db/sql/values.ts";

export const childrenExport = {
  child_pages: async (db, { householdId }) => {
    const people = await listNamesEver(db, householdId);
    return db
      .selectFrom("child_pages")
      .select(["person_id", "made_at", "last_used_at"])
      .where("person_id", "in", idList(people.map(({ id }) => id)))
      .orderBy("id")
      .execute();
  },
} satisfies Record<string, ExportPart>;
