import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora, say } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, titlesOf, undoIt, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

type Row = Record<string, string>;

/** The household's file for spreadsheets, as a person changes it there. */
async function editedSheet(nora: FormBrowser, edit: (row: Row) => Row): Promise<string> {
  await nora.visit("/preferences/data");
  const link = nora.links().find((name) => /CSV/.test(name))!;
  const { text } = await nora.download(link);
  const rows: Row[] = parse(text, { bom: true, columns: true });
  const columns = Object.keys(rows[0]!);
  const lineOf = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const lines = rows.map(edit).map((row) => lineOf(columns.map((name) => row[name]!)));
  return [lineOf(columns), ...lines].join("\n");
}

const seen = async (household: string) =>
  (await tasksOf(mila, household)).map((task) => [
    task.title,
    task.description,
    task.category,
    task.due_local,
    task.is_completed,
  ]);

const edits: Record<string, Row> = {
  Dentist: { Title: "Dentist, Dr. Lee", Notes: "Bring the card" },
  Plumber: { "Due date": "2031-07-09", "Due time": "08:15" },
  Milk: { Done: "yes" },
  Trash: { Title: "Trash and glass", "Due date": "2031-01-01" },
};

async function newHousehold() {
  const { nora, family } = await newNora(mila);
  for (const title of ["Dentist", "Plumber"])
    await addTask(family, { title, category: "Kids", dueDate: "2031-07-05T15:00" });
  for (const title of ["Milk", "Same"]) await addTask(family, { title });
  await say(nora, "trash every Tuesday at 7pm");
  return { nora, family, household: await householdOf(mila, family) };
}

test("tasks that were changed in a spreadsheet change here, once, and undo restores them", async () => {
  const { nora, household } = await newHousehold();
  const before = await seen(household);
  const due = before.find(([title]) => title === "Trash")![3];
  const sheet = await editedSheet(nora, (row) => ({ ...row, ...edits[row.Title!] }));
  await upload(nora, `${sheet}\n"Brand new"`, "tasks.csv");
  expect(nora.region("In this file").text).toContain("1 task 4 changed in the file 1 here already");
  nora.unfold(/^4 changed in the file/);
  expect(nora.text).toContain("Line 2: Dentist Different in the file: title, notes.");
  expect(nora.text).toContain("Plumber Different in the file: date.");
  expect(nora.text).toContain("Trash Different in the file: title.");
  await importAll(nora);
  expect(nora.text).toContain("1 added, 4 changed.");
  const page = nora.url;
  expect(await seen(household)).toEqual([
    ["Brand new", null, "Household", null, 0],
    ["Dentist, Dr. Lee", "Bring the card", "Kids", "2031-07-05T15:00", 0],
    ["Milk", null, expect.any(String), null, 1],
    ["Plumber", null, "Kids", "2031-07-09T08:15", 0],
    ["Same", null, expect.any(String), null, 0],
    ["Trash and glass", null, expect.any(String), due, 0],
  ]);
  await upload(nora, `${sheet}\n"Brand new"`, "tasks.csv");
  expect(nora.text).toContain("Nothing in this file is new.");
  await nora.visit(page);
  await undoIt(nora);
  expect(nora.text).toContain("What it had changed is as it was.");
  expect(await seen(household)).toEqual(before);
  await upload(nora, sheet, "tasks.csv");
  expect(nora.region("In this file").text).toMatch(/^4 changed in the file 1 here already/);
});

test("parts that somebody changed here since the download stay as they are", async () => {
  const { nora, household } = await newHousehold();
  const sheet = await editedSheet(nora, (row) =>
    row.Title === "Dentist" || row.Title === "Same"
      ? { ...row, Title: `${row.Title} (sheet)`, Notes: "From the sheet" }
      : row,
  );
  for (const title of ["Dentist", "Same"]) {
    await nora.visit("/dashboard");
    await nora.card(title).follow(title);
    await nora.follow("Edit");
    nora.fill("Title", `${title} (here)`);
    if (title === "Same") nora.fill("Description", "From here");
    await nora.press("Save Changes");
  }
  await upload(nora, sheet, "tasks.csv");
  expect(nora.region("In this file").text).toMatch(/^1 changed in the file 4 here already/);
  nora.unfold(/1 different, because somebody changed them here/);
  expect(nora.text).toContain(
    "Dentist (here) Different in the file: notes. Changed here, so I keep: title.",
  );
  expect(nora.text).toContain("Same (here) Changed here, so I keep: title, notes.");
  await importAll(nora);
  const tasks = await tasksOf(mila, household);
  expect(tasks.map(({ title, description }) => [title, description])).toEqual([
    ["Dentist (here)", "From the sheet"],
    ["Milk", null],
    ["Plumber", null],
    ["Same (here)", "From here"],
    ["Trash", null],
  ]);
});

test("without the choice, new rows come, and the rest stays", async () => {
  const { nora, household } = await newHousehold();
  const sheet = await editedSheet(nora, (row) => ({ ...row, ...edits[row.Title!] }));
  const before = await seen(household);
  await upload(nora, `${sheet}\n"Brand new"`, "tasks.csv");
  nora.uncheck(/^Also change 4 tasks/);
  await importAll(nora);
  expect(nora.text).toContain("1 added.");
  expect((await seen(household)).slice(1)).toEqual(before);
});

const calendarOf = (...todos: [uid: string, summary: string, due: string][]) =>
  [
    "BEGIN:VCALENDAR",
    ...todos.flatMap(([uid, summary, due]) => [
      "BEGIN:VTODO",
      `UID:${uid}`,
      `SUMMARY:${summary}`,
      `DUE:${due}`,
      "END:VTODO",
    ]),
    "END:VCALENDAR",
  ].join("\r\n");

test("two imports of a file are taken back one after the other, in either order", async () => {
  for (const order of [
    [1, 0],
    [0, 1],
  ]) {
    const { nora, family } = await newNora(mila);
    const household = await householdOf(mila, family);
    await upload(nora, calendarOf(["a", "Vet", "20310107T190000Z"]), "a.ics");
    await importAll(nora);
    const pages = [nora.url];
    await upload(nora, calendarOf(["a", "Vet, again", "20310108T190000Z"]), "a.ics");
    await importAll(nora);
    pages.push(nora.url);
    expect(await titlesOf(mila, household)).toEqual(["Vet, again"]);
    await nora.visit(pages[order[0]!]!);
    await undoIt(nora);
    expect(await titlesOf(mila, household)).toEqual(order[0] === 1 ? ["Vet"] : []);
    await nora.visit(pages[order[1]!]!);
    await undoIt(nora);
    expect(await titlesOf(mila, household)).toEqual([]);
  }
});

test("a title that a program changed since stays when the import is taken back", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await upload(nora, "TYPE,CONTENT\ntask,Vet\ntask,Mow", "a.csv");
  await importAll(nora);
  const page = nora.url;
  const { user_id: userId } = await mila.db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", household)
    .executeTakeFirstOrThrow();
  const api = apiClient(mila.url, await newSecret(mila.db, { userId }));
  const vet = (await tasksOf(mila, household)).find(({ title }) => title === "Vet")!;
  const answer = await api.PATCH("/tasks/{id}", {
    params: { path: { id: vet.id } },
    body: { title: "Vet for the cat" },
  });
  expect(answer.response.status).toBe(200);
  await nora.visit(page);
  await undoIt(nora);
  expect(await titlesOf(mila, household)).toEqual(["Vet for the cat"]);
  expect(nora.text).toContain("1 stay");
});

test("undo on the dashboard leaves an import alone, and takes back what was done before it", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await say(nora, "Fix the bike");
  await upload(nora, calendarOf(["a", "Vet", "20310107T190000Z"]), "a.ics");
  await importAll(nora);
  await upload(nora, calendarOf(["a", "Vet", "20310108T190000Z"]), "a.ics");
  await importAll(nora);
  await say(nora, "undo");
  expect(await titlesOf(mila, household)).toEqual(["Vet"]);
});

test("a date in a spreadsheet program's own format removes no date", async () => {
  const { nora, household } = await newHousehold();
  const before = await seen(household);
  const sheet = await editedSheet(nora, (row) =>
    row.Title === "Dentist" ? { ...row, "Due date": "7/5/2031" } : row,
  );
  await upload(nora, sheet, "tasks.csv");
  expect(nora.text).toContain("Nothing in this file is new.");
  expect(await seen(household)).toEqual(before);
});

test("a file without the time of its download changes only what nobody ever changed here", async () => {
  const { nora, household } = await newHousehold();
  await nora.visit("/dashboard");
  await nora.card("Dentist").follow("Dentist");
  await nora.follow("Edit");
  nora.fill("Title", "Dentist (here)");
  await nora.press("Save Changes");
  // All tasks but the trash were edited once.
  const sheet = await editedSheet(nora, (row) => ({
    ...row,
    Title: `${row.Title} (sheet)`,
    "Downloaded at": "",
  }));
  await upload(nora, sheet, "tasks.csv");
  expect(nora.region("In this file").text).toMatch(/^1 changed in the file 4 here already/);
  await importAll(nora);
  expect(await titlesOf(mila, household)).toEqual([
    "Dentist (here)",
    "Milk",
    "Plumber",
    "Same",
    "Trash (sheet)",
  ]);
});
