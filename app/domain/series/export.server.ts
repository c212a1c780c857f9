import type { ExportPart } from "#app/domain/core/export.ts";

export const seriesExport = {
  breaks: (db, { householdId }) =>
    db.selectFrom("breaks").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  series: (db, { householdId }) =>
    db.selectFrom("series").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  series_occurrences: (db, { householdId }) =>
    db
      .selectFrom("series_occurrences")
      .innerJoin("series", "series.id", "series_occurrences.series_id")
      .selectAll("series_occurrences")
      .where("series.household_id", "=", householdId)
      .orderBy("series_id")
      .orderBy("number")
      .execute(),
} satisfies Record<string, ExportPart>;
