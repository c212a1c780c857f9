import type { ExportPart } from "#app/domain/core/export.ts";

export const remindersExport = {
  reminders: (db, { userId }) =>
    db.selectFrom("reminders").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
} satisfies Record<string, ExportPart>;
