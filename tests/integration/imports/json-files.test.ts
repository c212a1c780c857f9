import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { errorOf, householdOf, importAll, page, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** https://developers.google.com/workspace/tasks/reference/rest/v1/tasks */
const takeout = {
  kind: "tasks#taskLists",
  items: [
    {
      kind: "tasks#tasks",
      id: "l1",
      title: "My Tasks",
      items: [
        {
          id: "g1",
          title: "Camp",
          notes: "Book it",
          status: "needsAction",
          due: "2031-05-06T00:00:00.000Z",
        },
        { id: "g2", title: "Tent", parent: "g1", status: "completed" },
        { id: "g3", title: "Lamp", parent: "g1", status: "needsAction" },
        {
          id: "g4",
          title: "Pay",
          parent: "g1",
          status: "needsAction",
          due: "2031-05-01T00:00:00.000Z",
        },
        { id: "g5", title: "Old", status: "completed", completed: "2024-01-02T08:00:00.000Z" },
        { id: "g6", title: "Gone", status: "needsAction", deleted: true },
        { id: "g7", title: "" },
        { title: "No id" },
      ],
    },
  ],
};

test("Google's tasks come with their days and parts, once", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, JSON.stringify(takeout, null, 2), "Tasks.json");
  expect(nora.region("In this file").text).toBe("3 tasks, 1 of them done 1 with a checklist");
  await importAll(nora);
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  expect(
    tasks.map(({ title, due_local, due_has_time, is_completed, description }) => [
      title,
      due_local,
      due_has_time,
      is_completed,
      description,
    ]),
  ).toEqual([
    ["Camp", "2031-05-06T12:00", 0, 0, "Book it"],
    ["Old", null, 0, 1, null],
    ["Pay", "2031-05-01T12:00", 0, 0, "Part of: Camp"],
  ]);
  expect(tasks[1]!.done_at).toBe("2024-01-02T08:00:00.000Z");
  await nora.visit(`/tasks/${tasks[0]!.id}`);
  expect(nora.text).toContain("1 of 2");
  await upload(nora, JSON.stringify(takeout), "Tasks.json");
  expect(nora.text).toContain("Nothing in this file is new.");
});

const id = (number: number) => String(number).padStart(24, "0");

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/ */
const board = {
  id: id(1),
  name: "Home",
  lists: [
    { id: id(2), name: "Doing", closed: false },
    { id: id(3), name: "Old list", closed: true },
  ],
  members: [
    { id: id(4), fullName: "Sam Miller", username: "sam" },
    { id: id(5), fullName: "Jo Day", username: "jo" },
  ],
  cards: [
    {
      id: id(6),
      name: "Paint the fence",
      desc: "White",
      due: "2031-06-01T10:00:00.000Z",
      dueComplete: false,
      closed: false,
      idList: id(2),
      idMembers: [id(4), id(5)],
    },
    { id: id(7), name: "Done card", due: null, dueComplete: true, closed: false, idList: id(2) },
    { id: id(8), name: "Archived", closed: true, idList: id(2) },
    { id: id(9), name: "In an old list", closed: false, idList: id(3) },
  ],
  checklists: [
    {
      id: id(10),
      idCard: id(6),
      name: "Things",
      checkItems: [
        { name: "Brush", state: "complete" },
        { name: "Paint", state: "incomplete" },
      ],
    },
  ],
};

test("a Trello board's cards come with their member, list and checklist, once", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, JSON.stringify(board), "board.json");
  expect(nora.region("In this file").text).toBe("2 tasks, 1 of them done 1 with a checklist");
  nora.unfold("2 can't be taken, 1 taken without a part");
  expect(nora.text).toContain("Paint the fence One person does a task. Not taken: Jo Day.");
  await importAll(nora);
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  expect(tasks).toMatchObject([
    { title: "Done card", is_completed: 1, description: "List: Doing" },
    {
      title: "Paint the fence",
      due_date: "2031-06-01T10:00:00.000Z",
      due_has_time: 1,
      assignee_name: "Sam Miller",
      description: "White\n\nList: Doing",
    },
  ]);
  await nora.visit(`/tasks/${tasks[1]!.id}`);
  expect(nora.text).toContain("1 of 2");
  await upload(nora, JSON.stringify(board), "board (1).json");
  expect(nora.text).toContain("Nothing in this file is new.");
});

test.for([
  ["cut off", JSON.stringify(board).slice(0, -20), "This file is not whole JSON."],
  ["without cards", `{"id":"${id(1)}","name":"Home"}`, "I can't read this board of Trello."],
  [
    "nested deeply",
    `{"id":"${id(1)}","cards":${"[".repeat(50_000)}`,
    "This file is not whole JSON.",
  ],
  ["any other JSON", '{"tasks":[]}', "I don't know this kind of file."],
] as const)("JSON that is %s is refused", async ([, content, words]) => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  nora.attach("File", "board.json", content);
  await nora.press("Look at the file", { status: 400 });
  expect(errorOf(nora)).toContain(words);
});
