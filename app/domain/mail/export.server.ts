import type { ExportPart } from "#app/domain/core/export.ts";

export const mailExport = {
  mailboxes: (db, { userId }) =>
    db
      .selectFrom("mailboxes")
      .select(["host", "added_at", "read_at"])
      .where("added_by", "=", userId)
      .orderBy("added_at")
      .execute(),
  mail_addresses: (db, { userId }) =>
    db
      .selectFrom("mail_addresses")
      .select(["added_at", "last_mail_at"])
      .where("added_by", "=", userId)
      .orderBy("added_at")
      .execute(),
} satisfies Record<string, ExportPart>;
