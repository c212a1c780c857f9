import type { ExportPart } from "#app/domain/core/export.ts";

/** Leaves out addresses and secrets, which would let others send messages in Mila's name. */
export const webhooksExport = {
  webhooks: (db, { householdId }) =>
    db
      .selectFrom("webhooks")
      .select(["host", "kinds", "added_at", "off_at", "off_reason"])
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;
