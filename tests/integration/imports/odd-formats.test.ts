import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../support/records/zip-of.ts";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { householdOf, importAll, titlesOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const odd = [
  '6" nails, 2 "big" ones',
  "\u7f8e\u5bb9\u9662",
  "\u05d1\u05d5\u05e7\u05e8 \u05d8\u05d5\u05d1",
  "<script>alert(1)</script>",
  "Two\nlines",
];
/** As Mila shows them: a title has one line. */
const titles = odd.map((title) => title.replace("\n", " ")).toSorted();

const quoted = (title: string) => `"${title.replaceAll('"', '""')}"`;
const instants = { created: "2024-01-01T08:00:00Z", createdAt: "2024-01-01T08:00:00Z" };

/** A file of each format with some titles, and perhaps a row that is broken. */
const formats: Record<string, (all: readonly string[], broken?: boolean) => string> = {
  todoist: (all) => ["TYPE,CONTENT", ...all.map((title) => `task,${quoted(title)}`)].join("\n"),
  ticktick: (all) =>
    [
      '"Folder Name","List Name","Title","Due Date","Status"',
      ...all.map((title) => `"","Home",${quoted(title)},"","0"`),
    ].join("\n"),
  spreadsheet: (all) =>
    ["Title,Notes,Category,Due date", ...all.map((title) => `${quoted(title)},,,`)].join("\n"),
  google: (all, broken) =>
    JSON.stringify({
      kind: "tasks#taskLists",
      items: [
        { items: [...all.map((title, id) => ({ id: `g${id}`, title })), ...(broken ? [7] : [])] },
      ],
    }),
  trello: (all, broken) =>
    JSON.stringify({
      id: "0".repeat(24),
      lists: [],
      cards: [...all.map((name, id) => ({ id: `c${id}`, name })), ...(broken ? [{ id: 7 }] : [])],
    }),
  vikunja: (all, broken) =>
    JSON.stringify([
      {
        id: 1,
        title: "Home",
        tasks: [
          ...all.map((title, id) => ({ id, title, ...instants })),
          ...(broken ? [{ title: 7 }] : []),
        ],
      },
    ]),
  tududi: (all, broken) =>
    JSON.stringify({
      version: "v1.2.0",
      exported_at: instants.created,
      data: {
        tasks: [...all.map((name, id) => ({ uid: `u${id}`, name })), ...(broken ? [null] : [])],
      },
    }),
  donetick: (all, broken) =>
    JSON.stringify([
      ...all.map((name, id) => ({ id, name, frequencyType: "once", ...instants })),
      ...(broken ? ["x"] : []),
    ]),
};

const kinds = Object.keys(formats);

test.for(kinds)("%s: a mark at its beginning, CRLF, quotes and other languages", async (kind) => {
  const { nora, family } = await newNora(mila);
  const file = `\ufeff${formats[kind]!(odd)}`.replaceAll(/(?<!Two)\n/g, "\r\n");
  await upload(nora, file, "file.txt");
  expect(nora.region("In this file").text).toBe("5 tasks");
  await importAll(nora);
  const household = await householdOf(mila, family);
  expect((await titlesOf(mila, household)).toSorted()).toEqual(titles);
  await upload(nora, zipOf([{ name: "a/file.json", content: file }]), "file.zip");
  expect(nora.text).toContain("5 here already");
  expect(nora.text).toContain("Nothing in this file is new.");
});

test.for(kinds)("%s: the others come without a row that is broken", async (kind) => {
  const { nora } = await newNora(mila);
  await upload(nora, formats[kind]!(["Milk", "", "Eggs"], true), "file.txt");
  expect(nora.region("In this file").text).toBe("2 tasks");
  expect(nora.text).toMatch(/[12] can't be taken/);
});

test("50,000 tasks of a JSON file are read, and one more is not", async () => {
  const { nora } = await newNora(mila);
  const rows = Array.from({ length: 50_000 }, (_, index) => `Task ${index}`);
  await upload(nora, formats.vikunja!(rows), "file.txt");
  expect(nora.region("In this file").text).toBe("50,000 tasks");
  await nora.visit("/preferences/data/import");
  nora.attach("File", "file.txt", formats.vikunja!([...rows, "One more"]));
  await nora.press("Look at the file", { status: 400 });
  expect(nora.text).toContain("That's more than 50,000 tasks.");
});
