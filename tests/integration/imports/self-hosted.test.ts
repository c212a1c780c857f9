import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../support/records/zip-of.ts";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { errorOf, householdOf, importAll, page, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const none = "0001-01-01T00:00:00Z";
const nora = { id: 1, name: "Nora Lind", username: "nora" };

/** https://vikunja.io/docs/api/ ("models.ProjectWithTasksAndBuckets"), as its export writes it. */
const vikunja = [
  {
    id: 1,
    title: "Home",
    description: "",
    hex_color: "",
    is_archived: false,
    tasks: [
      {
        id: 10,
        title: "Trash",
        description: "<p>Both <strong>bins</strong></p><ul><li>glass</li></ul>",
        done: false,
        done_at: none,
        due_date: "2031-01-07T00:00:00Z",
        start_date: none,
        repeat_after: 604_800,
        repeat_mode: 0,
        assignees: [nora, { id: 2, name: "", username: "sam" }],
        related_tasks: {
          subtask: [
            { id: 11, title: "Glass" },
            { id: 12, title: "Call" },
          ],
        },
        comments: [{ comment: "<p>Ask the city</p>" }],
        created: "2024-01-01T08:00:00Z",
      },
      {
        id: 11,
        title: "Glass",
        done: true,
        done_at: "2024-02-02T08:00:00Z",
        due_date: none,
        related_tasks: { parenttask: [{ id: 10 }] },
      },
      {
        id: 12,
        title: "Call",
        due_date: "2031-01-05T15:00:00Z",
        related_tasks: { parenttask: [{ id: 10 }] },
      },
      { id: 13, title: "Filter", due_date: "2031-03-01T12:00:00Z", repeat_mode: 1 },
      {
        id: 14,
        title: "Plants",
        due_date: "2031-03-01T12:00:00Z",
        repeat_after: 259_200,
        repeat_mode: 2,
      },
      { id: 15, title: "Pills", due_date: "2031-03-01T12:00:00Z", repeat_after: 3_600 },
      { id: 16, title: "Old", done: true, done_at: "2024-01-02T08:00:00Z", due_date: none },
      { id: 17, title: "" },
      { title: "No id" },
    ],
    buckets: [],
  },
  { id: 2, title: "Moved house", is_archived: true, tasks: [{ id: 20, title: "Boxes" }] },
  { id: 3, title: "Empty", tasks: null },
];

/** A version before 2.0 wrote a format without uids; the numbers are those of its database. */
const tududi = {
  version: "v1.2.0",
  format: 2,
  exported_at: "2026-11-30T12:00:00.000Z",
  user: { email: "nora@example.com" },
  data: {
    areas: [],
    projects: [],
    tasks: [
      {
        id: 1,
        uid: "a1",
        name: "Camp",
        note: "Book it",
        due_date: "2031-05-06T00:00:00.000Z",
        status: 0,
        recurrence_type: "none",
      },
      { id: 2, uid: "a2", name: "Tent", status: 2, parent_task_uid: "a1", parent_task_id: 1 },
      { id: 3, uid: "a3", name: "Lamp", status: 0, parent_task_id: 1 },
      { id: 4, uid: "a4", name: "Pay", status: 0, parent_task_uid: "a1", due_date: "2031-05-01" },
      {
        id: 5,
        uid: "a5",
        name: "Trash",
        status: 0,
        due_date: "2031-01-07",
        recurrence_type: "weekly",
        recurrence_interval: 2,
        recurrence_weekdays: "[2,4]",
        recurrence_end_date: "2031-12-31T00:00:00.000Z",
      },
      {
        id: 6,
        uid: "a6",
        name: "Rent",
        status: 0,
        due_date: "2031-01-31",
        recurrence_type: "monthly_last_day",
      },
      {
        id: 7,
        uid: "a7",
        name: "Club",
        status: 0,
        due_date: "2031-01-31",
        recurrence_type: "monthly_weekday",
        recurrence_weekday: 5,
        recurrence_week_of_month: 5,
      },
      {
        id: 8,
        uid: "a8",
        name: "Plants",
        status: 1,
        due_date: "2031-01-03",
        recurrence_type: "daily",
        recurrence_interval: 3,
        completion_based: true,
      },
      {
        id: 9,
        uid: "a9",
        name: "Moon",
        status: 0,
        due_date: "2031-01-03",
        recurrence_type: "lunar",
      },
      { id: 10, uid: "b1", name: "Old", status: 2, completed_at: "2024-01-02T08:00:00.000Z" },
      { id: 11, uid: "b2", name: "Never", status: 5 },
      { id: "x" },
    ],
    tags: [],
    notes: [],
  },
};

/** https://github.com/donetick/donetick/blob/main/internal/chore/model/model.go */
const chores = [
  {
    id: 1,
    name: "Trash",
    description: "<p>Both bins</p>",
    frequencyType: "days_of_the_week",
    frequency: 1,
    frequencyMetadata: { days: ["tuesday", "friday"], unit: null, timezone: "Europe/Berlin" },
    nextDueDate: "2031-01-07T18:00:00Z",
    isRolling: false,
    isActive: true,
    createdAt: "2024-01-01T08:00:00Z",
    subTasks: [
      { id: 1, orderId: 0, name: "Glass", completedAt: "2024-01-01T08:00:00Z" },
      { id: 2, orderId: 1, name: "Paper", completedAt: null },
    ],
  },
  {
    id: 2,
    name: "Plants",
    frequencyType: "interval",
    frequency: 3,
    frequencyMetadata: { unit: "days" },
    nextDueDate: "2031-01-03T12:00:00Z",
    isRolling: true,
    isActive: true,
  },
  {
    id: 3,
    name: "Filter",
    frequencyType: "day_of_the_month",
    frequency: 15,
    frequencyMetadata: { months: ["january", "july"] },
    nextDueDate: "2031-01-15T12:00:00Z",
  },
  { id: 4, name: "Windows", frequencyType: "adaptive", nextDueDate: "2031-01-15T12:00:00Z" },
  { id: 5, name: "Shelf", frequencyType: "once", isActive: false },
  { id: 6, name: "Lamp", frequencyType: "no_repeat", nextDueDate: null },
  { id: 7, name: "Gone", frequencyType: "once", _deleted: true },
  { name: 8 },
];

type Seen = [
  title: string,
  due: string | null,
  isDone: number,
  description: string | null,
  rule: string,
  checklist: string,
];

async function seenTasks(nina: FormBrowser, household: string): Promise<Seen[]> {
  const series = await mila.db
    .selectFrom("series")
    .select(["title", "rule", "counts_from"])
    .where("household_id", "=", household)
    .execute();
  const rules = new Map(
    series.map(({ title, rule, counts_from }) => [
      title,
      counts_from === "done" ? `${rule} (done)` : rule,
    ]),
  );
  const seen: Seen[] = [];
  for (const task of await tasksOf(mila, household)) {
    await nina.visit(`/tasks/${task.id}`);
    const [checklist = ""] = /\d of \d/.exec(nina.text) ?? [];
    const { title, due_local, is_completed, description } = task;
    seen.push([title, due_local, is_completed, description, rules.get(title) ?? "", checklist]);
  }
  return seen;
}

test("Vikunja's projects come with their dates, rules, notes and parts, once", async () => {
  const { nora: nina, family } = await newNora(mila);
  const content = JSON.stringify(vikunja);
  const zip = zipOf([
    { name: "data.json", content },
    { name: "filters.json", content: "null" },
    { name: "VERSION", content: "v2.0.0" },
  ]);
  await upload(nina, zip, "vikunja-export.zip");
  expect(nina.region("In this file").text).toBe(
    "6 tasks, 1 of them done 3 repeating 1 with a checklist",
  );
  nina.unfold("3 can't be taken, 2 taken without a part");
  for (const words of [
    "Line 1: Trash One person does a task. Not taken: sam. (data.json)",
    "Line 6: Pills I repeat by whole days only. It comes once. (data.json)",
    "Line 8 It has no title. (data.json) Stays out.",
    "Line 9 I can't read it. (data.json) Stays out.",
    "Line 10: Boxes Its project “Moved house” is archived. (data.json) Stays out.",
  ])
    expect(nina.text).toContain(words);
  await importAll(nina);
  expect(await seenTasks(nina, await householdOf(mila, family))).toEqual([
    ["Call", "2031-01-05T10:00", 0, "Part of: Trash", "", ""],
    ["Filter", "2031-03-01T07:00", 0, null, "FREQ=MONTHLY", ""],
    ["Old", null, 1, null, "", ""],
    ["Pills", "2031-03-01T07:00", 0, null, "", ""],
    ["Plants", "2031-03-01T07:00", 0, null, "FREQ=DAILY;INTERVAL=3 (done)", ""],
    [
      "Trash",
      "2031-01-06T19:00",
      0,
      "Both bins\n\n- glass\n\nAsk the city",
      "FREQ=WEEKLY",
      "1 of 1",
    ],
  ]);
  await upload(nina, `\ufeff${JSON.stringify(vikunja, null, 2)}`, "data.json");
  expect(nina.text).toContain("Nothing in this file is new.");
});

test("tududi's backup comes with its days, rules and parts, once", async () => {
  const { nora: nina, family } = await newNora(mila);
  await upload(nina, JSON.stringify(tududi, null, 2), "tududi-backup.json");
  expect(nina.region("In this file").text).toBe(
    "8 tasks, 1 of them done 4 repeating 1 with a checklist",
  );
  nina.unfold("2 can't be taken, 1 taken without a part");
  for (const words of [
    "Line 9: Moon I don't know this kind of repetition. It comes once.",
    "Line 11: Never It was cancelled. Stays out.",
    "Line 12 I can't read it. Stays out.",
  ])
    expect(nina.text).toContain(words);
  await importAll(nina);
  expect(await seenTasks(nina, await householdOf(mila, family))).toEqual([
    ["Camp", "2031-05-06T12:00", 0, "Book it", "", "1 of 2"],
    ["Club", "2031-01-31T12:00", 0, null, "FREQ=MONTHLY;BYDAY=-1FR", ""],
    ["Moon", "2031-01-03T12:00", 0, null, "", ""],
    ["Old", null, 1, null, "", ""],
    ["Pay", "2031-05-01T12:00", 0, "Part of: Camp", "", ""],
    ["Plants", "2031-01-03T12:00", 0, null, "FREQ=DAILY;INTERVAL=3 (done)", ""],
    ["Rent", "2031-01-31T12:00", 0, null, "FREQ=MONTHLY;BYMONTHDAY=-1", ""],
    ["Trash", "2031-01-07T12:00", 0, null, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20311231", ""],
  ]);
  await upload(nina, JSON.stringify(tududi), "tududi-backup.json");
  expect(nina.text).toContain("Nothing in this file is new.");
});

test.for([
  ["as its API lists them", chores],
  ["as its API answers", { res: chores }],
  [
    "as its app keeps them",
    { format: "donetick-local-backup", schemaVersion: 1, collections: { chores, labels: [] } },
  ],
] as const)("Donetick's chores come %s, once", async ([, content]) => {
  const { nora: nina, family } = await newNora(mila);
  await upload(nina, JSON.stringify(content, null, 2), "donetick.json");
  expect(nina.region("In this file").text).toBe(
    "6 tasks, 1 of them done 3 repeating 1 with a checklist",
  );
  nina.unfold("1 can't be taken, 1 taken without a part");
  expect(nina.text).toContain("Line 4: Windows I don't know this kind of repetition.");
  await importAll(nina);
  expect(await seenTasks(nina, await householdOf(mila, family))).toEqual([
    ["Filter", "2031-01-15T07:00", 0, null, "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15", ""],
    ["Lamp", null, 0, null, "", ""],
    ["Plants", "2031-01-03T07:00", 0, null, "FREQ=DAILY;INTERVAL=3 (done)", ""],
    ["Shelf", null, 1, null, "", ""],
    ["Trash", "2031-01-07T19:00", 0, "Both bins", "FREQ=WEEKLY;BYDAY=TU,FR", "1 of 2"],
    ["Windows", "2031-01-15T07:00", 0, null, "", ""],
  ]);
  await upload(nina, JSON.stringify(content), "donetick.json");
  expect(nina.text).toContain("Nothing in this file is new.");
});

test.for([
  ["Vikunja", '[{"id": 1, "title": "Home", "tasks": 5}]', "I can't read this file of Vikunja."],
  [
    "tududi",
    '{"version": "v1", "exported_at": "x", "data": {"tasks": {}}}',
    "I can't read this backup of tududi.",
  ],
  [
    "Donetick",
    '{"format": "donetick-local-backup", "collections": {}}',
    "I can't read this file of Donetick.",
  ],
] as const)("a file of %s with another form is refused", async ([, content, words]) => {
  const { nora: nina } = await newNora(mila);
  await nina.visit(page);
  nina.attach("File", "data.json", content);
  await nina.press("Look at the file", { status: 400 });
  expect(errorOf(nina)).toBe(words);
});

test("a subtask of itself, and two that are each other's, are tasks", async () => {
  const { nora: nina, family } = await newNora(mila);
  const related = (id: number) => ({ related_tasks: { parenttask: [{ id }] } });
  const tasks = [
    { id: 1, title: "Own", ...related(1) },
    { id: 2, title: "One", ...related(3) },
    { id: 3, title: "Other", ...related(2) },
  ];
  await upload(nina, JSON.stringify([{ id: 1, title: "Home", tasks }]), "data.json");
  expect(nina.region("In this file").text).toBe("3 tasks");
  await importAll(nina);
  const titles = (await tasksOf(mila, await householdOf(mila, family))).map(({ title }) => title);
  expect(titles).toEqual(["One", "Other", "Own"]);
});
