import type { ExportPart } from "#app/domain/core/export.ts";

export const importsExport = {
  imports: (db, { userId }) =>
    db
      .selectFrom("imports")
      .select(["format", "file_name", "state", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;
