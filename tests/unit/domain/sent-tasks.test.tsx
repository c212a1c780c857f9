import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { toSentTasks, useSentTasks } from "#app/components/tasks/card/sent-tasks.ts";
import type { Task } from "#app/components/tasks/card/task.ts";

const plain: Task = {
  id: "1",
  title: "Buy milk",
  category: "Household",
  description: null,
  assignee: null,
  isCompleted: false,
  due: null,
  reading: null,
  others: null,
  reminderChoices: [],
  remindsAt: null,
  delegation: null,
  possibleChild: null,
  repeats: null,
};
const full: Task = {
  ...plain,
  id: "2",
  description: "Two liters",
  isCompleted: true,
  due: { instant: "2026-11-23T15:00:00.000Z", label: "Nov 23, 3:00 PM", day: null, isOverdue: true },
  reminderChoices: [{ minutesBefore: 0, label: "At the time" }],
  remindsAt: "at 6:20 PM",
};

test("the browser gets back each task as it was", () => {
  const sent = JSON.parse(JSON.stringify(toSentTasks([plain, full])));
  const Page = () => <pre dangerouslySetInnerHTML={{ __html: JSON.stringify(useSentTasks(sent)) }} />;
  const shown = renderToString(<Page />).replace(/<\/?pre>/g, "");
  expect(JSON.parse(shown)).toEqual([plain, full]);
});

test("what most tasks have is not sent", () => {
  expect(toSentTasks([plain])).toEqual([{ id: "1", title: "Buy milk", category: "Household" }]);
});
