import { addSam } from "../../support/messages/delegation-link.ts";
import { addTask } from "../../support/records/add-task.ts";
import { journey, journeyBothWays } from "../journey.ts";

journeyBothWays("a task is edited", async ({ tab, family }) => {
  const id = await addTask(family, { title: "Swimming bag" });
  await tab.visit(`/tasks/${id}/edit`);
  await tab.isAlive();
  await tab.fill("Title", "Pack the swimming bag");
  await tab.choose("Due date", "2031-06-02T07:30");
  await tab.press("Save Changes");
  await tab.sees("Task saved!");
  await tab.sees("Pack the swimming bag");
  await tab.sees("Jun 2, 2031, 7:30 AM");
});

journey("a card opens over the dashboard, and Escape goes back to it", async ({ tab, family }) => {
  await addTask(family, { title: "Call the vet" });
  await tab.visit("/dashboard");
  await tab.follow("Call the vet");
  await tab.sees("Added by you", "dialog");
  await tab.type("\uE00C");
  await tab.holds("document.querySelector('dialog') === null");
  await tab.isAt("/dashboard");
});

journeyBothWays("a task repeats every week", async ({ tab }) => {
  await tab.visit("/dashboard");
  await tab.fill("What do you need?", "water the plants every Monday at 9am");
  await tab.press("Send");
  await tab.sees("Every Monday 9 AM");
  await tab.sees("Task added!");
  const first = await tab.window.run("document.querySelector('.task time').dateTime");
  await tab.press("Mark as complete", "Water the plants");
  await tab.holds(
    `[...document.querySelectorAll('.task time')].some(({ dateTime }) => dateTime > "${String(first)}")`,
  );
});

journeyBothWays("a reminder is cancelled", async ({ tab, family }) => {
  await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await tab.visit("/dashboard");
  await tab.sees("Jun 8, 2031, 3:00 PM");
  await tab.press("Cancel reminder");
  await tab.sees("Reminder cancelled");
});

journeyBothWays("a partner is asked by a link", async ({ tab, family }) => {
  await addSam(family);
  const id = await addTask(family, { title: "Call the vet" });
  await tab.visit(`/tasks/${id}/delegate`);
  await tab.sees("Who can do this?", "h1");
  await tab.sees("Sam");
  await tab.press("Delegate");
  await tab.holds(
    "[...document.querySelectorAll('input')].some(({ value }) => value.includes('/delegations/'))",
  );
});

journeyBothWays("the family's tasks are filtered", async ({ tab, family }) => {
  await addTask(family, { title: "Pack the swimming bag", category: "Kids" });
  await addTask(family, { title: "Call grandma", category: "Elders" });
  await tab.visit("/family");
  await tab.isAlive();
  await tab.follow("Kids Only");
  await tab.sees("Pack the swimming bag");
  await tab.seesNo("Call grandma");
});

journeyBothWays("a request is looked at before it is added", async ({ tab }) => {
  await tab.visit("/dashboard");
  await tab.fill("What do you need?", "pick up Emma at 3 tomorrow and order groceries on Friday");
  await tab.press("Review before adding");
  await tab.sees("I found 2 things", "h1");
  await tab.press("Add 2");
  await tab.sees("Order groceries", ".task");
});
