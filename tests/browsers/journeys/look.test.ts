import { makeOwner } from "../../support/people/owner.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { addTask } from "../../support/records/add-task.ts";
import { tomorrow } from "../../support/text/days.ts";
import { journey, journeyBothWays } from "../journey.ts";
import type { Tab } from "../tab/tab.ts";

const box = (selector: string) => `document.querySelector("${selector}").getBoundingClientRect()`;

/** Lets no toast of the open page fade: a busy machine may need longer than they show. */
async function keepToasts(tab: Tab): Promise<void> {
  await tab.isAlive();
  const keep = "(run, ms, ...rest) => (ms < 8000 ? start(run, ms, ...rest) : 0)";
  await tab.window.run(`((start) => void (window.setTimeout = ${keep}))(window.setTimeout)`);
}

journey("a toast never covers the input, however far that has grown", async ({ tab }) => {
  await tab.visit("/dashboard");
  await keepToasts(tab);
  await tab.fill("What do you need?", "buy stamps tomorrow at 3pm");
  await tab.press("Send");
  await tab.sees("Task added!", ".toast");
  await tab.choose(
    "What do you need?",
    "Drive Emma to the swimming pool, then to ballet. ".repeat(3),
  );
  await tab.holds("document.querySelector('.add-task').offsetHeight > 100");
  await tab.holds(`${box(".toast")}.bottom <= ${box(".add-task")}.top`);
});

/** Runs in the page: a corner that is clipped or covered cannot be pressed. */
function isSeenWhole(selector: string): boolean {
  const { left, right, top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
  const corners = [
    [left + 12, top + 12],
    [right - 12, bottom - 12],
  ] as const;
  return corners.every(([x, y]) => document.elementFromPoint(x, y)?.closest(selector));
}
const seenWhole = (selector: string) => `(${isSeenWhole})(${JSON.stringify(selector)})`;

journey(
  "a toast in a dialog that scrolls is seen whole, and covers nothing of it",
  async ({ tab, family }) => {
    for (const title of ["Call the vet", "Order groceries"])
      await addTask(family, { title, dueDate: "2020-02-03T08:00" });
    await tab.window.resize(390, 300);
    await tab.visit("/dashboard");
    await keepToasts(tab);
    await tab.press("Mark as Done");
    await tab.sees("Order groceries", "dialog");
    await tab.sees("Task completed", "dialog .toast");
    await tab.holds(`${seenWhole("dialog .toast")} && ${seenWhole("dialog h1")}`);
    await tab.holds(
      "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('dialog'))",
    );
    await tab.window.run("void document.querySelector('dialog').scrollTo(0, 9999)");
    await tab.holds(seenWhole("dialog .toast"));
    await tab.press("Close");
    await tab.seesNo("Task completed", "dialog");
  },
);

journeyBothWays("below a list of choices there is no gap", async ({ tab }) => {
  await tab.visit("/preferences/calendar/feed");
  await tab.sees("What to show");
  // WebKit has the gap until the window changes its size.
  await tab.holds(`${box("fieldset:has(.choices)")}.bottom - ${box(".choices")}.bottom < 2`);
});

/** Runs in the page. */
function daysAreOnOneLine(): boolean {
  const days = [...document.querySelectorAll(".due-day")];
  const words = document.createRange();
  return (
    days.length > 0 &&
    days.every((day) => {
      words.selectNodeContents(day);
      return words.getClientRects().length === 1;
    })
  );
}

journeyBothWays(
  "a word of a date never breaks, however long the rest is",
  async ({ tab, family, mila }) => {
    const sam = await newSam(mila, family);
    const timeZone = "America/Argentina/Buenos_Aires";
    await sam.post("/preferences/profile", {
      firstName: "Sam",
      lastName: "",
      role: "dad",
      timeZone,
    });
    await addTask(sam, { title: "Call the vet", dueDate: `${tomorrow().toString()}T15:00` });
    await tab.window.resize(360, 800);
    await tab.visit("/dashboard");
    await tab.sees("Buenos Aires time", ".task");
    await tab.holds(`(${daysAreOnOneLine})()`);
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
