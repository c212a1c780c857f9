import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const asked = { timeZone: "America/New_York", nowIso: "2026-10-07T12:30:00Z" };

test("the parse command answers each line like the API and explains invalid lines", () => {
  const lines = [
    { ...asked, text: "ask Dan to order groceries; call Ines on Friday at 9am", familyMembers },
    "no JSON",
    { ...asked, text: "" },
    { ...asked, text: "vacuum", timeZone: "Mars/Olympus" },
  ];
  const input = lines
    .map((line) => (typeof line === "string" ? line : JSON.stringify(line)))
    .join("\n");
  const { stdout, status } = spawnSync(process.execPath, ["scripts/parse.ts"], {
    input,
    encoding: "utf8",
  });
  const answers: unknown[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([status, answers]).toEqual([
    0,
    [
      {
        type: "task",
        title: "Order groceries",
        category: "Household",
        description: null,
        due_date: null,
        assignee: "Dan",
        who: "Dan",
        about: null,
        unused: [],
        ...nothingElse,
        others: [
          {
            title: "Call Ines",
            category: "Elders",
            description: null,
            due_date: "2026-10-09T13:00:00.000Z",
            assignee: null,
            who: null,
            about: "Ines",
            ...nothingElse,
          },
        ],
      },
      { error: expect.stringContaining("JSON") },
      { error: expect.stringContaining("text") },
      { error: expect.stringContaining("time zone") },
    ],
  ]);
});

const nothingElse = {
  remind_at: null,
  repeats: null,
  repeats_from: null,
  confident: { due: true, category: true, title: true },
  other_due_dates: [],
};

const familyMembers = [
  { name: "Dan", relation: "spouse" },
  { name: "Ines", relation: "grandparent" },
];
