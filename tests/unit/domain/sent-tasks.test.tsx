import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { toSentTasks, useSentTasks } from "#app/ui/tasks/card/sent-tasks.ts";
import { plainTask } from "../../support/records/plain-task.ts";
import type { Task } from "#app/ui/tasks/card/task.ts";

const full: Task = {
  ...plainTask,
  id: "2",
  description: "Two liters",
  isCompleted: true,
  due: {
    instant: "2026-11-23T15:00:00.000Z",
    local: "2026-11-23T10:00",
    label: "Nov 23, 3:00 PM",
    day: null,
    isOverdue: true,
    hasTime: true,
  },
  reminderChoices: [{ minutesBefore: 0, label: "At the time" }],
  remindsAt: "at 6:20 PM",
};

test("the browser gets back each task as it was", () => {
  const sent = JSON.parse(JSON.stringify(toSentTasks([plainTask, full])));
  const Page = () => (
    <pre dangerouslySetInnerHTML={{ __html: JSON.stringify(useSentTasks(sent)) }} />
  );
  const shown = renderToString(<Page />).replace(/<\/?pre>/g, "");
  expect(JSON.parse(shown)).toEqual([plainTask, full]);
});

test("what most tasks have is not sent", () => {
  expect(toSentTasks([plainTask])).toEqual([{ id: "1", title: "Buy milk", category: "Household" }]);
});
