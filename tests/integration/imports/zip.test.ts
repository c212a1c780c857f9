import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../support/records/zip-of.ts";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { errorOf, householdOf, importAll, page, titlesOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const header = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG";
const csvOf = (...titles: string[]) =>
  [header, ...titles.map((title) => `task,${title},,4,1,,,,`)].join("\r\n");

test("Todoist's zip brings all of its projects, once, and names the file of a problem", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  const zip = zipOf([
    { name: "Home [123].csv", content: `\ufeff${csvOf("Milk", "Fix the bike")}` },
    { name: "Familie & Büro [4].csv", content: `${csvOf("Milk")}\r\nodd,thing,,4,1,,,,` },
    { name: "__MACOSX/._Home [123].csv", content: "\u0000\u0005\u0016\u0007" },
    { name: "notes.csv", content: "name;due\nMilk;today" },
    { name: "picture.png", content: randomBytes(100) },
  ]);
  await upload(nora, zip, "backup.zip");
  expect(nora.region("In this file").text).toBe("3 tasks");
  nora.unfold("2 can't be taken");
  expect(nora.text).toContain(
    "Line 3: thing I don't know the type “odd”. (Familie & Büro [4].csv) Stays out.",
  );
  expect(nora.text).toContain("Line 1: notes.csv I don't know this kind of file. Stays out.");
  await importAll(nora);
  expect(await titlesOf(mila, household)).toEqual(["Fix the bike", "Milk", "Milk"]);
  await upload(nora, zip, "backup.zip");
  expect(nora.text).toContain("Nothing in this file is new.");
  expect(nora.text).toContain("3 here already");
});

test("names with folders and dots are only words", async () => {
  const { nora, family } = await newNora(mila);
  const names = ["../../../etc/cron.d/evil.csv", "/tmp/mila-evil.csv", "C:\\a\\b.csv"];
  const zip = zipOf(names.map((name, index) => ({ name, content: csvOf(`Task ${index}`) })));
  await upload(nora, zip, "backup.zip");
  await importAll(nora);
  const titles = await titlesOf(mila, await householdOf(mila, family));
  expect(titles).toEqual(["Task 0", "Task 1", "Task 2"]);
  expect(readdirSync(tmpdir()).filter((name) => name.includes("mila-evil"))).toEqual([]);
});

const tooLarge = "I unpack at most 50 MB of a zip file.";
const broken = "I can't unpack this zip file. Please download it again.";
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, "x");

test.for([
  ["one file of 51 MB", [{ name: "a.csv", content: megabytes(51) }], tooLarge],
  [
    "many files of 51 MB together",
    Array.from({ length: 51 }, (_, index) => ({
      name: `${index}.csv`,
      content: Buffer.concat([Buffer.from(`${csvOf("Milk")}\n`), megabytes(1)]),
    })),
    tooLarge,
  ],
  [
    "a file that says that it is small",
    [{ name: "a.csv", content: megabytes(60), saidSize: 100 }],
    broken,
  ],
  ["a file with a password", [{ name: "a.csv", content: "x", isEncrypted: true }], "a password"],
  [
    "thousands of files",
    Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.txt`, content: "" })),
    "I look at most at 10,000 files of a zip file.",
  ],
  ["pictures alone", [{ name: "a.png", content: "x" }], "I know no file in this zip file."],
  [
    "a zip file in it",
    [{ name: "a.zip", content: zipOf([{ name: "a.csv", content: csvOf("Milk") }]) }],
    "I know no file in this zip file.",
  ],
  ["no file", [], "I know no file in this zip file."],
  [
    "half of a JSON file",
    [{ name: "data.json", content: '[{"id":1,"title":"Home","tasks":[' }],
    "This file is not whole JSON.",
  ],
] as const)("a zip file with %s is refused beside the field", async ([, files, words]) => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "backup.zip", zipOf(files));
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toContain(words);
  expect(nora.text).not.toContain("Your imports");
  expect(readdirSync(tmpdir()).filter((name) => name.endsWith("-unpacked"))).toEqual([]);
});

test("a zip file that is cut off is refused", async () => {
  const { nora } = await newNora(mila);
  const zip = zipOf([{ name: "a.csv", content: csvOf("Milk") }]);
  for (const cut of [
    zip.slice(0, -30),
    zip.slice(0, 20),
    zip.map((byte, at) => (at > 2 && at < 60 ? 80 : byte)),
  ]) {
    await nora.visit(page);
    nora.attach("File", "backup.zip", cut);
    await nora.press("Look at the file", { status: 400 });
    expect(errorOf(nora)).toContain(broken);
  }
});
