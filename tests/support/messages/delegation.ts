import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import "#app/domain/wiring/rules.server.ts";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AnswerInput, AskMethod } from "#app/domain/delegation/input.ts";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../people/confirmed-phone.ts";
import { newFamily, type TestFamily } from "../records/family.ts";
import { nameAccount } from "../records/people.ts";

export interface AskingFamily extends TestFamily {
  sam: string;
  alex: string;
}

export const phones = { nora: "+12015550101", sam: "+12015550123", alex: "+12015550199" };

/** Creates a family in which Nora can reach a spouse and a partner, and is notified by text. */
export async function newAskingFamily(db: Kysely<Database>): Promise<AskingFamily> {
  const family = await newFamily(db, { Sam: "spouse", Alex: "partner", Emma: "child" });
  const { userId, householdId } = family;
  await nameAccount(db, userId, "Nora");
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phones.nora), sms_enabled: 1 })
    .where("user_id", "=", userId)
    .execute();
  const idOf = async (name: "Sam" | "Alex") => {
    const reach = {
      phone: name === "Sam" ? phones.sam : phones.alex,
      email: `${name.toLowerCase()}@example.com`,
    };
    const query = db.updateTable("people").set(reach).where("name", "=", name);
    return (
      await query.where("household_id", "=", householdId).returning("id").executeTakeFirstOrThrow()
    ).id;
  };
  return { ...family, sam: await idOf("Sam"), alex: await idOf("Alex") };
}

/** Returns the task's id. */
export async function newTask(
  db: Kysely<Database>,
  { userId, householdId }: TestFamily,
  title: string = "Pick up Emma",
): Promise<string> {
  const id = newId();
  const ids = { id, household_id: householdId, user_id: userId };
  const due = {
    due_date: "2101-06-10T19:00:00.000Z",
    due_local: "2101-06-10T15:00",
    due_time_zone: "America/New_York",
  };
  await db
    .insertInto("tasks")
    .values({ ...ids, title, category: "Kids", created_at: nowIso(), ...due })
    .execute();
  return id;
}

/** Lists the newest request first. */
export async function readDelegation(db: Kysely<Database>, taskId: string) {
  const task = await db
    .selectFrom("tasks")
    .select(["delegated_to", "delegation_status", "is_completed", "done_at", "deleted_at"])
    .select(assigneeOfTask)
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const requests = await db
    .selectFrom("delegations")
    .selectAll()
    .where("task_id", "=", taskId)
    .orderBy("id", "desc")
    .execute();
  return { task, requests };
}

/** Returns the request's id. */
export async function sendRequest(
  db: Kysely<Database>,
  nora: AskingFamily,
  taskId: string,
  whom = nora.sam,
  method: AskMethod = "sms",
) {
  const asked = await ask(db, nora, { taskId, familyMemberId: whom, method });
  if (asked.status !== "asked") throw new Error(asked.status);
  return asked.id;
}

export const answerAs = (
  db: Kysely<Database>,
  id: string,
  answer: AnswerInput["answer"],
  line?: string,
  seenDue?: string,
) => answerRequest(db, id, { answer, line, seenDue });
