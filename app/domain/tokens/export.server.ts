import type { ExportPart } from "#app/domain/core/export.ts";

export const tokensExport = {
  access_tokens: (db, { userId }) =>
    db
      .selectFrom("access_tokens")
      .select(["name", "access", "made_at", "expires_at", "last_used_at", "last_network"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;
