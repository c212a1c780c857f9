import ICAL from "ical.js";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora, say } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const odd = [
  "=HYPERLINK(1)",
  "+1 cake",
  "-5 kilos",
  "@home",
  "\uff1dSUM(1)",
  "'\uff0b1",
  "'quoted' and \"quoted\"",
  "'=already",
  "''",
  "a, b; c\\d",
  "\u7f8e\u5bb9\u9662",
  "\u00fcber lange W\u00f6rter ".repeat(12).trim(),
];

async function newHousehold() {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Sam" });
  for (const title of odd) await addTask(family, { title });
  await addTask(family, {
    title: "Dentist",
    category: "Kids",
    dueDate: "2031-07-05T15:00",
    description: "Bring the card,\nand the form; =1+1",
    assignee: "Sam",
  });
  await say(nora, "trash every Tuesday at 7pm");
  await say(nora, "Water the plants every 3 days after I've done it");
  const camp = await addTask(family, { title: "Pack for camp", category: "Elders" });
  await family.post(`/tasks/${camp}/checklist`, { text: "socks and tent", requestId: "c1" });
  await nora.visit(`/tasks/${camp}`);
  await nora.pressFirst(/^Tick/);
  await addTask(family, { title: "Fix the bike", isCompleted: true });
  await addTask(family, { title: "Gone" });
  await nora.visit("/dashboard");
  await nora.card("Gone").follow("Gone");
  await nora.press("Delete task");
  await nora.visit("/preferences/data");
  return { nora, family, household: await householdOf(mila, family) };
}

async function seenIn(household: string) {
  const rules = await mila.db
    .selectFrom("series")
    .select(["title", "rule", "counts_from"])
    .where("household_id", "=", household)
    .orderBy("title")
    .execute();
  const tasks = await tasksOf(mila, household);
  return {
    rules,
    tasks: tasks.map((task) => ({
      title: task.title,
      description: task.description,
      category: task.category,
      due: [task.due_local, task.due_time_zone],
      hasTime: task.due_date !== null && task.due_has_time,
      isDone: task.is_completed,
      doneAt: task.done_at?.slice(0, 19),
    })),
  };
}

async function checkBack(text: string, name: string, household: string) {
  const { nora: nina, family: others } = await newNora(mila);
  await upload(nina, text, name);
  await importAll(nina);
  const there = await householdOf(mila, others);
  expect(await seenIn(there)).toEqual(await seenIn(household));
  const camp = (await tasksOf(mila, there)).find(({ title }) => title === "Pack for camp")!;
  await nina.visit(`/tasks/${camp.id}`);
  expect(nina.text).toContain("1 of 2");
  await upload(nina, text, name);
  expect(nina.text).toContain("Nothing in this file is new.");
}

const download = (nora: FormBrowser, link: RegExp) =>
  nora.download(nora.links().find((name) => link.test(name))!);

test("the file for spreadsheets runs no formula, and comes back as it was", async () => {
  const { nora, family, household } = await newHousehold();
  const { fileName, text } = await download(nora, /CSV/);
  expect(fileName).toBe("mila-tasks.csv");
  const bytes = await (await family.get("/preferences/data/tasks.csv")).arrayBuffer();
  expect(Buffer.from(bytes).toString("utf8").slice(0, 21)).toBe("\ufeffTitle,Notes,Category");
  expect(text.replaceAll("\r\n", "")).not.toMatch(/\r/);
  const rows: string[][] = parse(text, { bom: true });
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r\uff1d\uff0b]/.test(cell))).toEqual([]);
  expect(rows.map(([title]) => title)).toEqual(
    expect.arrayContaining(["'=HYPERLINK(1)", "''=already", "Dentist", "Trash"]),
  );
  expect(rows.flat()).not.toContain("Gone");
  await checkBack(text, fileName, household);
});

test("the file for other programs is a calendar of to-dos, and comes back as it was", async () => {
  const { nora, household } = await newHousehold();
  const { fileName, text } = await download(nora, /ICS/);
  expect(fileName).toBe("mila-tasks.ics");
  for (const line of text.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain("\n");
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const todos = calendar.getAllSubcomponents("vtodo");
  const named = (title: string) =>
    todos.find((todo) => todo.getFirstPropertyValue("summary") === title)!;
  expect(todos).toHaveLength(odd.length + 5 + 2);
  const dentist = named("Dentist");
  expect(dentist.getFirstProperty("due")!.toICALString()).toBe(
    "DUE;TZID=America/New_York:20310705T150000",
  );
  const [zone] = calendar.getAllSubcomponents("vtimezone");
  const due = ICAL.Time.fromData(
    { year: 2031, month: 7, day: 5, hour: 15, minute: 0, second: 0 },
    new ICAL.Timezone(zone!),
  );
  expect(new Date(due.toUnixTime() * 1_000).toISOString()).toBe("2031-07-05T19:00:00.000Z");
  expect(dentist.getFirstSubcomponent("valarm")!.getFirstPropertyValue("trigger")?.toString()).toBe(
    "-P2D",
  );
  expect(String(named("Trash").getFirstPropertyValue("rrule"))).toBe("FREQ=WEEKLY;BYDAY=TU");
  expect(named("Socks").getFirstPropertyValue("related-to")).toBe(
    named("Pack for camp").getFirstPropertyValue("uid"),
  );
  expect(named("Fix the bike").getFirstPropertyValue("status")).toBe("COMPLETED");
  await checkBack(text, fileName, household);
});

test("a spreadsheet that somebody changed is read as far as it goes", async () => {
  const { nora, family } = await newNora(mila);
  const file = [
    '\ufeff"Title","Notes","Category","Due date","Due time","Repeats","Done","Checklist"',
    'Trash,,Household,2031-01-07,19:00,FREQ=WEEKLY,no,"[x] Glass\n[ ] Paper"',
    "Tax,,Somewhere,07.01.2031,,,no,",
    "Rent,,,2031-02-30,,,no,",
    "Pills,,,2031-02-03,25:00,FREQ=HOURLY,no,",
    ",,,,,,,",
    "Old,,,,,,YES,",
  ].join("\n");
  await upload(nora, file, "tasks.csv");
  expect(nora.region("In this file").text).toBe(
    "5 tasks, 1 of them done 1 repeating 1 with a checklist",
  );
  nora.unfold("1 can't be taken, 4 taken without a part");
  expect(nora.text).toContain("Line 4: Tax I can't read its date “07.01.2031”.");
  expect(nora.text).toContain("Line 6: Pills It repeats, but has no date. It comes once.");
  await importAll(nora);
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  expect(tasks.map(({ title, due_local }) => [title, due_local])).toEqual([
    ["Old", null],
    ["Pills", null],
    ["Rent", null],
    ["Tax", null],
    ["Trash", "2031-01-07T19:00"],
  ]);
  await upload(nora, file, "tasks.csv");
  expect(nora.text).toContain("Nothing in this file is new.");
});
