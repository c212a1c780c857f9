import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** An invitation ends when it expires, and when its sender leaves the household. */
export const selectOpenInvitations = (db: Kysely<Database>, now: string) =>
  db
    .selectFrom("family_invitations as invitation")
    .innerJoin("household_members as member", (join) =>
      join
        .onRef("member.user_id", "=", "invitation.invited_by")
        .onRef("member.household_id", "=", "invitation.household_id"),
    )
    .where("invitation.status", "=", "pending")
    .where("invitation.expires_at", ">", now);
