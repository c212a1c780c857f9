import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { ExportPart } from "#app/domain/core/export.ts";

export const householdExport = {
  household_members: async (db, { householdId }) => {
    const members = await db
      .selectFrom("household_members")
      .select(["user_id", "role", "joined_at"])
      .where("household_id", "=", householdId)
      .execute();
    const people = await findPeople(
      db,
      members.map(({ user_id }) => user_id),
    );
    return members.map(({ user_id, role, joined_at }) => {
      const { firstName = null, lastName = null } = people.get(user_id) ?? {};
      return { role, joined_at, first_name: firstName, last_name: lastName };
    });
  },
  people: (db, { householdId }) =>
    db
      .selectFrom("people")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
  child_questions: (db, { householdId }) =>
    db
      .selectFrom("child_questions")
      .select(["name", "asked_at", "is_child"])
      .where("household_id", "=", householdId)
      .orderBy("asked_at")
      .orderBy("id")
      .execute(),
  family_invitations: (db, { householdId }) =>
    db
      .selectFrom("family_invitations")
      .select(["invitee_email", "status", "created_at", "expires_at"])
      .where("household_id", "=", householdId)
      .execute(),
} satisfies Record<string, ExportPart>;
