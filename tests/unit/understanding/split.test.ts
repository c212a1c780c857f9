import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { linesOf, tasksOf } from "./tables.ts";

const cases = linesOf("split.txt")
  .join("\0")
  .split("\0\0")
  .filter((block) => block.trim())
  .map((block) => {
    const [text = "", ...tasks] = block.split("\0").filter(Boolean);
    return { text, tasks: tasks.map((task) => task.trim()) };
  });
const oneTask = linesOf("one-task.txt").filter(Boolean);

test.each(cases)("“$text” asks for several tasks", ({ text, tasks }) => {
  expect(tasksOf(text).map(written)).toEqual(tasks);
});

test.each(oneTask)("“%s” asks for one task", (text) => {
  expect(tasksOf(text).map(written)).toHaveLength(1);
});

test("each task comes with its part of the text and the words that set its date", () => {
  const text = "Tomorrow pick up Emma at 3 and order groceries";
  const parts = tasksOf(text).map(({ source, dueWords }) => [
    text.slice(source.start, source.end),
    dueWords.map(({ start, end }) => text.slice(start, end)).toSorted(),
  ]);
  expect(parts).toEqual([
    ["Tomorrow pick up Emma at 3", ["Tomorrow", "at 3"]],
    ["order groceries", ["Tomorrow"]],
  ]);
});

test("a text that asks for one task is read as a whole", () => {
  const request = {
    text: " buy milk and eggs ",
    timeZone: "UTC",
    now: "2026-09-14T11:10:00Z",
    familyMembers: [],
  };
  expect(parseRequests(request)).toMatchObject([
    { source: { start: 0, end: request.text.length } },
  ]);
});

test("a shared repetition is kept with each task", () => {
  const [, second] = tasksOf("every Friday water the plants and take out the trash");
  expect(second).toMatchObject({ title: "Take out the trash", description: "every Friday" });
});

test("the heading of a list is kept with each task", () => {
  const tasks = tasksOf("For the party:\n- order the cake by Friday\n- buy balloons");
  expect(tasks.map(({ description }) => description)).toEqual(["For the party", "For the party"]);
});

test("a text becomes twenty tasks at most, and the last one has whatever is left", () => {
  const tasks = tasksOf(
    Array.from({ length: 22 }, (_, item) => `${item + 1}. buy ticket ${item + 1}`).join("\n"),
  );
  expect(tasks).toHaveLength(20);
  expect(tasks.at(-1)!.title).toContain("22");
});

test("a long story is one task, and its last sentence may ask for two", () => {
  const story = `Emma forgot her lunch. ${"We drove home and bought milk, and then Leo was tired. ".repeat(6)}`;
  expect(tasksOf(story)).toHaveLength(1);
  const titles = tasksOf(`${story}Call the school and order groceries.`).map(({ title }) => title);
  expect(titles).toEqual(["Call the school", "Order groceries"]);
});

test("a long text of short requests is split", () => {
  const text = Array.from(
    { length: 9 },
    (_, item) => `order filter number ${item + 1} for the washing machine`,
  ).join(" and ");
  expect(text.length).toBeGreaterThan(300);
  expect(tasksOf(text)).toHaveLength(9);
});

/** "Title | 09-14T15:00 | Kids | Dan", as in split.txt. */
function written({ title, due, category, assignee }: ParsedRequest): string {
  return [title, due?.local.slice(5) ?? "-", category, ...(assignee ? [assignee] : [])].join(" | ");
}

test("twenty tasks are the most also where each has several days", () => {
  const tasks = tasksOf(
    Array.from({ length: 8 }, (_, item) => `buy ticket ${item + 1} Mon, Wed and Fri at 5`).join(
      "\n",
    ),
  );
  expect(tasks).toHaveLength(20);
  expect(tasks.filter(({ title }) => title === "Buy ticket 1")).toHaveLength(3);
  expect(tasks.at(-1)).toMatchObject({
    title: "Buy ticket 8",
    description: expect.stringContaining("Mon, Wed and Fri"),
  });
});
