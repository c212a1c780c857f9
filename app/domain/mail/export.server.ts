import type { ExportPart } from "#app/domain/core/export.ts";

export const mailExport = {
  mailboxes: (db, { userId }) =>
    db
      .selectFrom("mailboxes")
      .select(["host", "added_at", "read_at"])
      .where("added_by", "=", userId)
      .orderBy("added_at")
      .orderBy("id")
      .execute(),
  mail_addresses: (db, { userId }) =>
    db
      .selectFrom("mail_addresses")
      .select(["added_at", "last_mail_at"])
      .where("added_by", "=", userId)
      .orderBy("added_at")
      .orderBy("id")
      .execute(),
  model_households: (db, { householdId }) =>
    db
      .selectFrom("model_households")
      .select("allowed_at")
      .where("household_id", "=", householdId)
      .execute(),
} satisfies Record<string, ExportPart>;
