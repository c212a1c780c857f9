import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { findUserId } from "../../support/people/owner.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { plantImport } from "../../support/records/plant-import.ts";
import { householdOf, importAll, tasksOf, titlesOf, undoIt, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const header =
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE";

/** https://www.todoist.com/help/articles/format-a-csv-file-to-import-into-todoist */
const school = [
  `\ufeff${header}`,
  "meta,view_style=list,,,,,,,,",
  "section,School,,,,,,,,",
  'task,"Sign the ""trip"" form, please","Room 12\nbring a pen",4,1,Nora (1),,2031-03-17,en,Europe/Berlin',
  "note,The teacher called,,,,Nora (1),,,,",
  "task,Pack the bag,,4,1,Nora (1),,2031-04-01 07:30,en,Europe/Berlin",
  "task,Socks,,4,2,Nora (1),,,,",
  "task,Boots,,4,2,Nora (1),,,,",
  "task,Ask Grandma,,4,2,Nora (1),,2031-03-30,en,Europe/Berlin",
  "task,Take out the trash,,1,1,Nora (1),Sam Miller (7),every Tuesday at 19:00,en,Europe/Berlin",
  "task,Change the filter,,1,1,Nora (1),,every! 3 months,en,Europe/Berlin",
  "task,Bl\u00fcmchen gie\u00dfen,,4,1,Nora (1),,jeden Montag,de,Europe/Berlin",
  "task,,,4,1,Nora (1),,,,",
].join("\r\n");

test("the preview says what a Todoist file has, and what can't be taken, by line", async () => {
  const { nora } = await newNora(mila);
  await upload(nora, school);
  expect(nora.heading).toBe("Before I import this");
  expect(nora.region("In this file").text).toBe("6 tasks 2 repeating 1 with a checklist");
  nora.unfold("1 can't be taken, 1 taken without a part");
  expect(nora.text).toContain("Line 13: Bl\u00fcmchen gie\u00dfen I can't read its date");
  expect(nora.text).toContain("Line 14 It has no title. Stays out.");
});

test("each task comes as the file has it", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, school);
  await importAll(nora);
  expect(nora.text).toContain("6 added.");
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  const dated = tasks.map(({ title, due_local, due_time_zone, due_has_time }) => ({
    title,
    due: due_local && `${due_local} ${due_time_zone}${due_has_time ? "" : ", any time"}`,
  }));
  expect(dated).toMatchObject([
    { title: "Ask Grandma", due: "2031-03-30T12:00 Europe/Berlin, any time" },
    { title: "Bl\u00fcmchen gie\u00dfen", due: null },
    { title: "Change the filter", due: expect.stringMatching(/Europe\/Berlin, any time$/) },
    { title: "Pack the bag", due: "2031-04-01T07:30 Europe/Berlin" },
    { title: 'Sign the "trip" form, please', due: "2031-03-17T12:00 Europe/Berlin, any time" },
    { title: "Take out the trash", due: expect.stringMatching(/T19:00 Europe\/Berlin$/) },
  ]);
  expect(tasks.map(({ description }) => description)).toEqual([
    "Part of: Pack the bag",
    "Date: jeden Montag",
    null,
    null,
    "Room 12\nbring a pen\n\nThe teacher called",
    null,
  ]);
  await nora.visit(`/tasks/${tasks[3]!.id}`);
  expect(nora.text).toMatch(/Socks.*Boots/);
  await nora.visit(`/tasks/${tasks[5]!.id}`);
  expect(nora.text).toContain("Every Tuesday");
  await nora.visit(`/tasks/${tasks[2]!.id}`);
  expect(nora.text).toContain("3 months after it was done");
});

test("the same file twice adds nothing, and a longer one only what is new", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await upload(nora, school);
  await importAll(nora);
  const before = await titlesOf(mila, household);
  await upload(nora, school);
  expect(nora.text).toContain("Nothing in this file is new.");
  expect(nora.text).toContain("6 here already");
  await upload(nora, `${school}\r\ntask,Buy stamps,,4,1,,,,,\r\n`, "School (1).csv");
  expect(nora.region("In this file").text).toContain("1 task 6 here already");
  await importAll(nora);
  expect(await titlesOf(mila, household)).toEqual([...before, "Buy stamps"].toSorted());
});

test("two rows that say the same are two tasks, also the next time", async () => {
  const { nora, family } = await newNora(mila);
  const twice = [header, "task,Water plants,,4,1,,,,,", "task,Water plants,,4,1,,,,,"].join("\n");
  await upload(nora, twice);
  await importAll(nora);
  await upload(nora, twice);
  expect(nora.text).toContain("2 here already");
  const titles = await titlesOf(mila, await householdOf(mila, family));
  expect(titles).toEqual(["Water plants", "Water plants"]);
});

test("a name of the file becomes a person of the household, as the preview says", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/family/members");
  nora.fill("Name", "Sam");
  nora.choose("Relation", "Spouse");
  await nora.press("Add");
  const file = [
    header,
    "task,Mow,,4,1,,Sam Miller (7),,,",
    "task,Paint,,4,1,,Aunt Jo (9),,,",
    "task,Sweep,,4,1,,Jo (3),,,",
  ].join("\n");
  await upload(nora, file);
  expect(nora.field("Sam Miller").value).not.toBe("");
  expect(nora.field("Aunt Jo").value).toBe("");
  nora.choose("Jo", "Sam");
  await importAll(nora);
  const household = await householdOf(mila, family);
  const sam = await mila.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", household)
    .where("name", "=", "Sam")
    .executeTakeFirstOrThrow();
  const given = (await tasksOf(mila, household)).map(({ title, assignee_id, assignee_name }) => [
    title,
    assignee_id ?? assignee_name,
  ]);
  expect(given).toEqual([
    ["Mow", sam.id],
    ["Paint", "Aunt Jo"],
    ["Sweep", sam.id],
  ]);
});

test("one press takes the import back, but what was changed since stays", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await upload(nora, school);
  await importAll(nora);
  const importPage = nora.url;
  const pack = (await tasksOf(mila, household)).find(({ title }) => title === "Pack the bag")!;
  await nora.visit(`/tasks/${pack.id}`);
  await nora.press(/^Tick(?: off)?:? Socks|Socks/);
  await nora.visit(importPage);
  await undoIt(nora);
  expect(nora.text).toContain("1 stay, because somebody changed them since.");
  expect(await titlesOf(mila, household)).toEqual(["Pack the bag"]);
  await upload(nora, school);
  expect(nora.text).toContain("5 tasks");
  expect(nora.text).toContain("1 here already");
});

test("the page of an import under way loads itself again only without JavaScript", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, school);
  await nora.press("Import 6 tasks");
  expect(nora.url).toMatch(/\?watch=on$/);
  const userId = await findUserId(mila, family.email);
  const { householdId } = await getMembership(mila.db, userId);
  const planted = { rows: ["task,Mow,,,"], fileName: "a.csv" };
  const id = await plantImport(mila.db, { userId, householdId }, planted);
  await mila.db.updateTable("imports").set({ state: "running" }).where("id", "=", id).execute();
  const headers = { cookie: `mila_session=${family.cookie("mila_session")}` };
  const ask = async (query: string) =>
    (await rawRequest(mila.url, `/preferences/data/import/${id}${query}`, { headers })).headers
      .refresh;
  expect([await ask("?watch=on"), await ask("")]).toEqual(["3", undefined]);
  await mila.db.updateTable("imports").set({ state: "done" }).where("id", "=", id).execute();
  expect(await ask("?watch=on")).toBeUndefined();
});
