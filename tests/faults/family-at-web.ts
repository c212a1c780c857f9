import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../support/people/confirmed-phone.ts";
import { newFamily, Visitor } from "../support/product/visitor.ts";

/** Each future task has two reminders: two days and one hour before. */
export const remindersEach = 2;

export type FamilyAtWeb = Visitor & { email: string };

/** A signed-in user with a phone and all reminders on. */
export async function newFamilyAtWeb(db: Kysely<Database>, url: string): Promise<FamilyAtWeb> {
  const family = await newFamily({ url });
  const user = db.selectFrom("users").select("id").where("email", "=", family.email);
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone("+15550199999"), sms_enabled: 1, reminder_one_hour_before: 1 })
    .where("user_id", "=", user)
    .execute();
  return family;
}

/** The same person, still signed in, at another server. */
export function sameFamilyAt(family: FamilyAtWeb, url: string): FamilyAtWeb {
  const visitor = new Visitor(url);
  for (const cookie of family.cookies().split("; ")) {
    const [name = "", value = ""] = cookie.split("=");
    visitor.setCookie(name, value);
  }
  return Object.assign(visitor, { email: family.email });
}

/** Posts the dashboard's form; null without an answer. */
export function postTask(family: Visitor, number: number, requestId: string = `request-${number}`) {
  const text = `Errand ${markOf(number)} on June 10, 2031 at 3pm`;
  return family.post("/dashboard", { text, requestId }).catch(() => null);
}

/** The marker in the title of a posted task. */
export function markOf(number: number): string {
  return `Nr-${String(number).padStart(6, "0")}`;
}

export function savedTasks(
  db: Kysely<Database>,
): Promise<{ id: string; title: string; reminders: number }[]> {
  return db
    .selectFrom("tasks")
    .leftJoin("reminders", "reminders.task_id", "tasks.id")
    .select(({ fn }) => [
      "tasks.id",
      "tasks.title",
      fn.count<number>("reminders.id").as("reminders"),
    ])
    .groupBy("tasks.id")
    .execute();
}

/** Counts the numbers whose tasks are not there. */
export async function countMissing(db: Kysely<Database>, numbers: number[]): Promise<number> {
  const titles = (await savedTasks(db)).map(({ title }) => title).join("\n");
  return numbers.filter((number) => !titles.includes(markOf(number))).length;
}
