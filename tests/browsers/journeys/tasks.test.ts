import { addTask } from "../../support/records/add-task.ts";
import { journeyBothWays } from "../journey.ts";

journeyBothWays(
  "a request becomes a task, is completed, opened again and deleted",
  async ({ tab }) => {
    await tab.visit("/dashboard");
    await tab.fill("What do you need?", "pick up the kids at 3pm tomorrow");
    await tab.press("Send");
    await tab.sees("Task added!");
    await tab.press("Mark as complete", "Pick up the kids");
    await tab.press("Mark as incomplete", "Pick up the kids");
    await tab.follow("More", "Pick up the kids");
    await tab.press("Delete task");
    await tab.sees("Task deleted");
    await tab.press("Undo");
    await tab.sees("Task restored");
  },
);

journeyBothWays("a task gets a date", async ({ tab, family }) => {
  await addTask(family, { title: "Call the vet" });
  await tab.visit("/dashboard");
  await tab.follow("Add a date", "Call the vet");
  await tab.choose("Date", "2031-06-10");
  await tab.press("Save");
  await tab.sees("Jun 10, 2031");
});
