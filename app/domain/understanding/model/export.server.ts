import type { ExportPart } from "#app/domain/core/export.ts";

export const understandingExport = {
  learned_words: (db, { householdId }) =>
    db
      .selectFrom("learned_words")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;
