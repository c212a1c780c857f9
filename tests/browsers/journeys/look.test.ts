import { newSam } from "../../support/people/second-parent.ts";
import { addTask } from "../../support/records/add-task.ts";
import { tomorrow } from "../../support/text/days.ts";
import { journey, journeyBothWays } from "../journey.ts";

journey("a toast never covers the input, however far that has grown", async ({ tab }) => {
  await tab.visit("/dashboard");
  await tab.fill("What do you need?", "buy stamps tomorrow at 3pm");
  await tab.press("Send");
  await tab.sees("Task added!", ".toast");
  const long =
    "Pick up Emma from school tomorrow at three and drive her to the swimming pool, then to ballet";
  await tab.fill("What do you need?", long);
  await tab.sees("Task added!", ".toast");
  await tab.holds("document.querySelector('.add-task').offsetHeight > 100");
  const edge = (selector: string, side: string) =>
    `document.querySelector("${selector}").getBoundingClientRect().${side}`;
  await tab.holds(`${edge(".toast", "bottom")} <= ${edge(".add-task", "top")}`);
});

journey("a toast in a dialog is seen whole, and covers nothing of it", async ({ tab, family }) => {
  for (const title of ["Call the vet", "Order groceries"])
    await addTask(family, { title, dueDate: "2020-02-03T08:00" });
  await tab.visit("/dashboard");
  await tab.press("Mark as Done");
  await tab.sees("Order groceries", "dialog");
  await tab.sees("Task completed", "dialog .toast");
  const box = (selector: string) =>
    `document.querySelector("dialog ${selector}").getBoundingClientRect()`;
  await tab.holds(`${box(".toast")}.top >= 0 && ${box(".toast")}.bottom <= ${box("h1")}.top`);
  await tab.press("Close");
  await tab.seesNo("Task completed", "dialog");
});

journeyBothWays("below a list of choices there is no gap", async ({ tab }) => {
  await tab.visit("/preferences/calendar/feed");
  await tab.sees("What to show");
  const bottom = (selector: string) =>
    `document.querySelector("${selector}").getBoundingClientRect().bottom`;
  await tab.holds(`${bottom("fieldset:has(.choices)")} - ${bottom(".choices")} < 2`);
});

journeyBothWays(
  "a word of a date never breaks, however long the rest is",
  async ({ tab, family, mila }) => {
    const sam = await newSam(mila, family);
    const profile = {
      firstName: "Sam",
      lastName: "",
      role: "dad",
      timeZone: "America/Argentina/ComodRivadavia",
    };
    await sam.post("/preferences/profile", profile);
    await addTask(family, { title: "Call the vet", dueDate: `${tomorrow().toString()}T15:00` });
    await tab.window.resize(360, 800);
    await tab.visit("/dashboard");
    await tab.sees("Tomorrow", ".task");
    await tab.holds(
      "[...document.querySelectorAll('.due-day')].every((day) => day.getClientRects().length === 1)",
    );
    await tab.holds(
      "[...document.querySelectorAll('.due-day')].every((day) => day.offsetHeight < 30)",
    );
  },
);

journey("no microphone is offered where it cannot work", async ({ tab }) => {
  await tab.visit("/dashboard");
  await tab.isAlive();
  await tab.sees("", "[aria-label='Review before adding']");
  await tab.holds("document.querySelectorAll('[aria-label=\"Voice input\"]').length === 0");
});
