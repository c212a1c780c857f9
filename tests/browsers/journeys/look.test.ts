import { makeOwner } from "../../support/people/owner.ts";
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

journey("a dialog begins each page at its top", async ({ tab, family }) => {
  await addTask(family, { title: "Call the vet", description: "Ask about Minka. ".repeat(150) });
  await tab.visit("/dashboard");
  await tab.follow("Call the vet");
  await tab.sees("Call the vet", "dialog h1");
  await tab.follow("Edit");
  await tab.sees("Edit task", "dialog h1");
  await tab.holds("document.querySelector('dialog').scrollTop === 0");
});

journey("nothing scrolls up and down in the line of notices", async ({ tab, family, mila }) => {
  await makeOwner(mila, family.email);
  await family.post("/dashboard", { text: "Remind me to call the vet tomorrow at 3 pm" });
  await tab.visit("/dashboard");
  await tab.sees("no provider is set up", ".notices");
  await tab.holds(
    "document.querySelector('.notices').offsetWidth === document.querySelector('.notices').clientWidth",
  );
});

journey("a notice that names a task reads as a sentence", async ({ tab, family }) => {
  await family.post("/dashboard", {
    text: "water the plants every day at 9 am, remind me 2 months before",
  });
  await tab.visit("/dashboard");
  await tab.sees("I can't remind you so early every time of", ".notices");
  await tab.holds(
    "[...document.querySelector('.notices .text-link').getClientRects()].every(({ width }) => width > 40)",
  );
});

journey(
  "a field and its button stand side by side or below each other",
  async ({ tab, family }) => {
    const id = await addTask(family, { title: "Call the vet", dueDate: `${tomorrow()}T15:00` });
    await tab.window.resize(450, 800);
    await tab.visit(`/tasks/${id}/reminders`);
    const top = (selector: string) =>
      `document.querySelector(".own-reminder ${selector}").getBoundingClientRect().top`;
    await tab.holds(`${top("input")} === ${top("select")}`);
    await tab.holds(`${top("button")} > ${top("input")} + 40`);
  },
);

journey("a choice looks like the other fields", async ({ tab }) => {
  await tab.visit("/preferences/profile");
  await tab.sees("I am a");
  await tab.holds("getComputedStyle(document.querySelector('select')).appearance === 'none'");
});

journey("what is said of one field makes it no wider than its neighbor", async ({ tab }) => {
  await tab.window.resize(450, 800);
  await tab.visit("/preferences/breaks");
  await tab.fill("Name", "Easter");
  await tab.choose("First day", "2031-04-10");
  await tab.choose("Last day", "2031-04-01");
  await tab.press("Add");
  await tab.sees("The last day is before the first");
  const width = (name: string) => `document.querySelector("input[name=${name}]").offsetWidth`;
  await tab.holds(`Math.abs(${width("startsOn")} - ${width("endsOn")}) < 10`);
});

journey("a field with an error shows its label", async ({ tab }) => {
  await tab.visit("/preferences/notifications");
  await tab.fill("Phone number", "12345");
  await tab.press("Save Settings");
  await tab.sees("That number doesn't exist");
  await tab.holds("document.activeElement.labels?.[0].getBoundingClientRect().top >= 0");
});
