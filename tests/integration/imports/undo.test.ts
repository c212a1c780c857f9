import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say, soon } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, titlesOf, undoIt, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a series that has gone on to its next date is taken back as a whole", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  const calendar = [
    "BEGIN:VCALENDAR",
    "BEGIN:VTODO",
    "UID:trash",
    "SUMMARY:Trash",
    "DUE:20200107T190000Z",
    "RRULE:FREQ=WEEKLY",
    "END:VTODO",
    "END:VCALENDAR",
  ].join("\r\n");
  await upload(nora, calendar, "a.ics");
  await importAll(nora);
  const importPage = nora.url;
  const dueOn = async () => (await tasksOf(mila, household)).map(({ due_local }) => due_local);
  await expect.poll(dueOn, soon).not.toContain("2020-01-07T19:00");
  await expect.poll(async () => (await dueOn()).length, soon).toBe(1);
  await nora.visit(importPage);
  await undoIt(nora);
  expect(await dueOn()).toEqual([]);
  await upload(nora, calendar, "a.ics");
  expect(nora.region("In this file").text).toBe("1 task 1 repeating");
});

test("an import that is under way can be stopped, and nothing of it stays", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await say(nora, "Fix the bike");
  const rows = Array.from({ length: 1_500 }, (_, index) => `task,Task ${index}`);
  const file = ["TYPE,CONTENT", ...rows].join("\n");
  await upload(nora, file);
  await nora.press("Import 1,500 tasks");
  await expect.poll(() => titlesOf(mila, household), soon).toContain("Task 0");
  await nora.press("Stop, and undo it");
  const heading = async () => {
    await nora.reload();
    return nora.heading;
  };
  await expect.poll(heading, { timeout: 60_000 }).toBe("Import taken back");
  expect(await titlesOf(mila, household)).toEqual(["Fix the bike"]);
  await upload(nora, file);
  expect(nora.region("In this file").text).toBe("1,500 tasks");
});
