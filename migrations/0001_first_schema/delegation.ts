import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  flag,
  isOneOf,
  key,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
} from "./builder.ts";

export async function createDelegation(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("delegations")
    .addColumn("id", "text", key)
    .addColumn("task_id", "text", partOf("tasks"))
    .addColumn("asked_by", "text", linkTo("users"))
    .addColumn("family_member_id", "text", linkTo("family_members"))
    .addColumn("delegate_name", "text", required)
    .addColumn("method", "text", oneOf("method", ["sms", "whatsapp", "email", "link"]))
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .defaultTo("pending")
        .check(
          isOneOf("state", [
            "pending",
            "accepted",
            "declined",
            "withdrawn",
            "superseded",
            "task_completed",
            "task_deleted",
          ]),
        ),
    )
    .addColumn("version", "integer", preset(1))
    .addColumn("answer", "text", (column) =>
      column.check(isOneOf("answer", ["accepted", "declined"])),
    )
    .addColumn("line", "text")
    .addColumn("assignee_before", "text")
    .addColumn("asked_at", "text", required)
    .addColumn("answered_at", "text")
    .addColumn("done_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("copy_version", "integer", preset(1))
    .addColumn("is_for_all", "integer", flag("is_for_all"))
    .addColumn("turns_before", "text")
    .addColumn("took_back_yes", "integer", flag("took_back_yes"))
    .addColumn("withdrawn_by", "text")
    .addColumn("agreed_due", "text")
    .addColumn("is_handed_over", "integer", preset(0))
    .addCheckConstraint("delegations_answer_dated", sql`(answer is null) = (answered_at is null)`)
    .addCheckConstraint(
      "delegations_state_is_answer",
      sql`state not in ('accepted', 'declined') or answer is state`,
    )
    .addCheckConstraint("delegations_pending_unanswered", sql`state != 'pending' or answer is null`)
    .addCheckConstraint("delegations_done_accepted", sql`done_at is null or answer is 'accepted'`)
    .addCheckConstraint(
      "delegations_end_dated",
      sql`(state in ('pending', 'accepted', 'declined')) = (ended_at is null)`,
    )
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "delegations", {
    delegations_one_open: {
      on: ["task_id"],
      where: [["state", "in", ["pending", "accepted", "declined"]]],
      unique: true,
    },
    delegations_by_task: { on: ["task_id", "asked_at"] },
    delegations_by_family_member: { on: ["family_member_id", "asked_at"] },
    delegations_by_asker: { on: ["asked_by"] },
    delegations_with_turns: { on: ["turns_before"], where: [["turns_before", "is not", null]] },
  });

  await db.schema
    .createTable("text_conversations")
    .addColumn("sender", "text", key)
    .addColumn("answer", "text", (column) => column.check(isOneOf("answer", ["accept", "decline"])))
    .addColumn("choices", "text")
    .addColumn("helped_about", "text")
    .modifyEnd(sql`strict`)
    .execute();
}
