import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  isOneOf,
  key,
  keyOf,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
} from "./builder.ts";

export async function createHousehold(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("households")
    .addColumn("id", "text", key)
    .addColumn("created_at", "text", required)
    .addColumn("revision", "integer", preset(0))
    .addColumn("revised_at", "text")
    .addColumn("words_bytes", "integer", preset(0))
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("household_members")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("role", "text", oneOf("role", ["owner", "member"]))
    .addColumn("joined_at", "text", required)
    .addColumn("notice", "text", (column) =>
      column.check(isOneOf("notice", ["removed", "new_owner"])),
    )
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "household_members", {
    household_members_by_household: { on: ["household_id", "joined_at"] },
  });

  await db.schema
    .createTable("departures")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("left_at", "text", required)
    .addPrimaryKeyConstraint("departures_key", ["user_id", "household_id"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await addIndexes(db, "departures", {
    departures_of_household: { on: ["household_id"] },
  });

  await db.schema
    .createTable("accounts_to_remove")
    .addColumn("user_id", "text", keyOf("users"))
    .addColumn("household_id", "text", linkTo("households"))
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await addIndexes(db, "accounts_to_remove", {
    accounts_to_remove_by_household: {
      on: ["household_id"],
      where: [["household_id", "is not", null]],
    },
  });

  await db.schema
    .createTable("family_members")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("name", "text", (column) => column.notNull().check(sql`length(trim(name)) > 0`))
    .addColumn(
      "relation",
      "text",
      oneOf("relation", [
        "spouse",
        "partner",
        "child",
        "parent",
        "grandparent",
        "sibling",
        "other",
      ]),
    )
    .addColumn("phone", "text", (column) => column.check(sql`phone like '+%'`))
    .addColumn("email", "text", (column) => column.check(sql`email = lower(trim(email))`))
    .addColumn("linked_user_id", "text", linkTo("users"))
    .addColumn("created_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "family_members", {
    family_members_by_household: { on: ["household_id"] },
    family_members_by_user: { on: ["user_id"] },
    family_members_by_linked_user: { on: ["linked_user_id"] },
    family_members_by_phone: { on: ["phone"], where: [["phone", "is not", null]] },
  });

  await db.schema
    .createTable("family_invitations")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("invited_by", "text", partOf("users"))
    .addColumn("invitee_email", "text", (column) =>
      column.notNull().check(sql`invitee_email = lower(trim(invitee_email))`),
    )
    .addColumn("status", "text", (column) =>
      column
        .notNull()
        .defaultTo("pending")
        .check(isOneOf("status", ["pending", "accepted", "revoked"])),
    )
    .addColumn("version", "integer", preset(1))
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "family_invitations", {
    family_invitations_of_household: { on: ["household_id", "status", "created_at desc"] },
    family_invitations_once: {
      on: ["household_id", "invitee_email"],
      where: [["status", "=", "pending"]],
      unique: true,
    },
    family_invitations_by_invitee: { on: ["invitee_email"], where: [["status", "=", "pending"]] },
    family_invitations_by_inviter: { on: ["invited_by"] },
  });

  await db.schema
    .createTable("child_questions")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("name", "text", required)
    .addColumn("task_id", "text", linkTo("tasks"))
    .addColumn("asked_at", "text", required)
    .addColumn("is_child", "integer", (column) => column.check(isOneOf("is_child", [0, 1])))
    .addUniqueConstraint("child_questions_once", ["household_id", "name"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "child_questions", {
    child_questions_by_task: { on: ["task_id"] },
  });

  await db.schema
    .createTable("learned_words")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("words", "text", required)
    .addColumn("kind", "text", oneOf("kind", ["category", "time"]))
    .addColumn("value", "text", required)
    .addColumn("learned_at", "text", required)
    .addUniqueConstraint("learned_words_once", ["household_id", "kind", "words"])
    .modifyEnd(sql`strict`)
    .execute();
}
