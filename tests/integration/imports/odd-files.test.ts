import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost } from "../../support/product/raw-request.ts";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { errorOf, householdOf, importAll, page, titlesOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const header =
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE";
const row = (content: string) => `task,${content},,4,1,,,,,`;

const utf16 = Buffer.from(`\ufeff${header}\n${row("Milk")}`, "utf16le");

test.for([
  ["an empty file", "", "This file is empty."],
  ["half of a zip file", "PK\u0003\u0004rest", "I can't unpack this zip file."],
  ["UTF-16", new Uint8Array(utf16), "I can't read UTF-16."],
  ["any other text", "name;due\nMilk;today", "I don't know this kind of file."],
  ["a picture", "\u0089PNG\r\n\u001a\n\u0000", "I don't know this kind of file."],
  ["a header alone", header, "I found no task in this file that I could take."],
  ["rows without a title", `${header}\n${row("")}`, "Line 2: It has no title."],
] as const)("%s is refused beside the field", async ([, content, words]) => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "file.csv", typeof content === "string" ? content : content.slice());
  await nora.press("Look at the file", { status: 400 });
  expect(nora.heading).toBe("Import tasks");
  expect(errorOf(nora)).toContain(words);
  expect(nora.text).not.toContain("Your imports");
});

test("a file's name with a semicolon, which Remix can't read, is no error of Mila's", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "School; autumn.csv", `${header}\n${row("Milk")}`);
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toContain("If the file's name has a semicolon, please rename it.");
});

test("without a file, the form says so", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "", "");
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toBe("Please choose a file.");
});

test("a line with an open quote stays out, and is named", async () => {
  const { nora, family } = await newNora(mila);
  const file = [header, row("Eggs"), row('6" nails'), row('"Never closed'), row("Lost")].join("\n");
  await upload(nora, file);
  nora.unfold("1 can't be taken");
  expect(nora.text).toContain("I can't read this line: a quote is open.");
  await importAll(nora);
  expect(await titlesOf(mila, await householdOf(mila, family))).toEqual(['6" nails', "Eggs"]);
});

test("rows with too few or too many cells, and long titles, are taken as far as they go", async () => {
  const { nora, family } = await newNora(mila);
  const long = "very ".repeat(80).trim();
  const file = [header, "task,Short row", `${row("Long row")},extra,cells`, row(long)].join("\r\n");
  await upload(nora, file);
  await importAll(nora);
  const household = await householdOf(mila, family);
  const titles = await titlesOf(mila, household);
  expect(titles.slice(0, 2)).toEqual(["Long row", "Short row"]);
  expect(titles[2]).toHaveLength(300);
  const kept = await mila.db
    .selectFrom("tasks")
    .select("description")
    .where("household_id", "=", household)
    .where("title", "like", "very%")
    .executeTakeFirstOrThrow();
  expect(kept.description).toBe(long);
});

test("a file cannot keep Mila busy with thousands of different dates in words", async () => {
  const { nora } = await newNora(mila);
  const two = (count: number) => String(count).padStart(2, "0");
  const dated = (index: number) => {
    const minute = Math.floor(index / 9);
    const clock = `${10 + Math.floor(minute / 60)}:${two(minute % 60)}`;
    return `task,Task ${index},,4,1,,,every ${2 + (index % 9)} days at ${clock},en,`;
  };
  const rows = Array.from({ length: 2_100 }, (_, index) => dated(index));
  await upload(nora, [header, ...rows].join("\n"));
  expect(nora.region("In this file").text).toBe("2,100 tasks 2,000 repeating");
  nora.unfold("100 taken without a part");
  expect(nora.text).toContain("Task 2000 The file has too many different dates in words.");
});

// The worker would fail at it again and again, and at everybody's imports behind it.
test("a date that Mila can't keep stays out, and the others come", async () => {
  const { nora, family } = await newNora(mila);
  const todo = (uid: string, ...lines: string[]) =>
    ["BEGIN:VTODO", `UID:${uid}`, `SUMMARY:${uid}`, ...lines, "END:VTODO"].join("\n");
  const todos = [todo("Beans", "DUE:00000105T100000Z"), todo("Peas", "DUE:20310105T100000Z")];
  const file = ["BEGIN:VCALENDAR", "VERSION:2.0", ...todos, "END:VCALENDAR"].join("\n");
  await upload(nora, file, "garden.ics");
  nora.unfold("1 can't be taken");
  expect(nora.text).toContain("I can't read a part of it, such as its date.");
  await importAll(nora);
  expect(await titlesOf(mila, await householdOf(mila, family))).toEqual(["Peas"]);
});

test("words of any language, and of attackers, stay words", async () => {
  const { nora, family } = await newNora(mila);
  const words = [
    "\u7f8e\u5bb9\u9662",
    "\u05d1\u05d5\u05e7\u05e8 \u05d8\u05d5\u05d1",
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
  ];
  await upload(nora, [header, ...words.map(row)].join("\n"), '"><b>.csv');
  expect(nora.html).not.toContain("<b>.csv");
  await importAll(nora);
  const titles = await titlesOf(mila, await householdOf(mila, family));
  expect(titles.toSorted()).toEqual(words.toSorted());
});

test("50,000 rows are read, and one more is not", async () => {
  const { nora } = await newNora(mila);
  const rows = Array.from({ length: 50_000 }, (_, index) => row(`Task ${index}`));
  const file = [header, ...rows].join("\n");
  await upload(nora, file);
  expect(nora.region("In this file").text).toBe("50,000 tasks");
  await nora.press("Import 50,000 tasks", { status: 400 });
  expect(nora.text).toContain("That's more than 10,000 open tasks in your household.");
  await nora.visit(page);
  nora.attach("File", "file.csv", `${file}\n${row("One more")}`);
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toBe("That's more than 50,000 tasks. Please divide the file.");
});

test("a form of many parts is none of ours", async () => {
  const { family } = await newNora(mila);
  const send = async (parts: number) => {
    const body = new FormData();
    body.append("file", new File([`${header}\n${row("Milk")}`], "file.csv"));
    for (let count = 1; count < parts; count += 1) body.append("more", "x");
    const headers = { cookie: `mila_session=${family.cookie("mila_session")}` };
    const answer = await fetch(mila.url + page, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    await answer.body?.cancel();
    return answer.status;
  };
  expect([await send(10), await send(11)]).toEqual([303, 400]);
});

test("a body that doesn't say its length ends at 50 MB", async () => {
  const { family } = await newNora(mila);
  const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
  const chunks = [
    `--b\r\n${part}\r\n\r\n`,
    ...Array.from({ length: 52 }, () => "x".repeat(2 ** 20)),
  ];
  const answer = await rawPost(mila.url, page, chunks, {
    cookie: `mila_session=${family.cookie("mila_session")}`,
    "content-type": "multipart/form-data; boundary=b",
  });
  expect([400, 413]).toContain(answer.status);
  expect(answer.text).toContain("Please choose a file of less than 50 MB.");
});

test("a visitor's file is not read", async () => {
  const { family } = await newNora(mila);
  const body = new FormData();
  body.append("file", new File([`${header}\n${row("Milk")}`], "file.csv"));
  const answer = await fetch(mila.url + page, { method: "POST", body, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/auth\?/),
  ]);
  expect(await titlesOf(mila, await householdOf(mila, family))).toEqual([]);
});

test.for([50, 70])("a file of more than %i MB is refused", async (size) => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "file.csv", `${header}\n${"x".repeat(size * 1024 * 1024)}`);
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toBe("Please choose a file of less than 50 MB.");
});
