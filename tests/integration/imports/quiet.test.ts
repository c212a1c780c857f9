import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("an import reminds of nothing that is over, asks nothing and tells nobody", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await nora.visit("/preferences/family/members");
  nora.fill("Name", "Sam");
  nora.choose("Relation", "Spouse");
  await nora.press("Add");
  const file = [
    "TYPE,CONTENT,RESPONSIBLE,DATE,DATE_LANG",
    "task,Old bill,Sam,2020-03-01 09:00,en",
    "task,Pick up Theodora from soccer,,2020-03-02,en",
    "task,Weekly report,Sam,every day at 9am,en",
  ].join("\n");
  await upload(nora, file);
  await importAll(nora);
  const tasks = await tasksOf(mila, household);
  expect(tasks.map(({ title }) => title)).toEqual([
    "Old bill",
    "Pick up Theodora from soccer",
    "Weekly report",
  ]);
  const reminders = await mila.db
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select(["tasks.title", "reminders.status"])
    .where("tasks.household_id", "=", household)
    .execute();
  expect(
    reminders.filter(({ title, status }) => title !== "Weekly report" && status === "pending"),
  ).toEqual([]);
  const asked = await mila.db
    .selectFrom("child_questions")
    .selectAll()
    .where("household_id", "=", household)
    .execute();
  expect(asked).toEqual([]);
  const messages = await mila.db
    .selectFrom("deliveries")
    .innerJoin("users", "users.id", "deliveries.user_id")
    .select("deliveries.kind")
    .where("users.email", "=", family.email)
    .execute();
  expect(messages).toEqual([]);
});
