import { makeOwner } from "../../support/people/owner.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { addTask } from "../../support/records/add-task.ts";
import { tomorrow } from "../../support/text/days.ts";
import { keys } from "../drivers/driver.ts";
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

/** Runs in the page. */
function groupsHoldNoGap(): boolean {
  const groups = [...document.querySelectorAll("main fieldset")];
  return (
    groups.length > 0 &&
    groups.every((group) => {
      const { paddingBottom, borderBottomWidth } = getComputedStyle(group);
      const bottoms = [...group.children].map((child) => child.getBoundingClientRect().bottom);
      const below = group.getBoundingClientRect().bottom - Math.max(...bottoms);
      return below - Number.parseFloat(paddingBottom) - Number.parseFloat(borderBottomWidth) < 2;
    })
  );
}

journeyBothWays("below a group of fields there is no gap", async ({ tab, family }) => {
  await family.post("/dashboard", { text: "take out the trash every Tuesday at 7pm" });
  const html = await (await family.get("/dashboard")).text();
  const [task] = /\/tasks\/[0-9a-f-]{36}(?=\/complete)/.exec(html)!;
  const text = encodeURIComponent("pick up Emma at 3 tomorrow and order groceries on Friday");
  const pages = ["/preferences/calendar/feed", `${task}/turns`, `/tasks/confirm?text=${text}`];
  for (const path of pages) {
    await tab.visit(path);
    // WebKit has the gap until something in the group changes, or the window its size.
    await tab.holds(`(${groupsHoldNoGap})()`);
  }
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
    await tab.visit("/family");
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
  await tab.sees("it isn't set up here", ".notices");
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

/** Runs in the page. What is on the bar itself is seen, too. */
function isFocusAbove(bar: string): boolean {
  const focused = document.activeElement!;
  if (focused === document.body || focused.closest(`${bar}, .main-nav`)) return true;
  const { top, bottom } = focused.getBoundingClientRect();
  // Of a long text, WebKit shows the line with the cursor.
  return Math.min(bottom, top + 48) <= document.querySelector(bar)!.getBoundingClientRect().top;
}

/** Presses Tab until the focus was on everything. */
async function tabThrough(tab: Tab, everything: string, bar: string): Promise<void> {
  const unseen = `[...document.querySelectorAll(${JSON.stringify(everything)})].filter((one) => !document.reached.has(one))`;
  await tab.window.run("void (document.reached = new Set())");
  for (let presses = 0; presses < 60; presses += 1) {
    await tab.type(keys.tab);
    await tab.holds(`(${isFocusAbove})(${JSON.stringify(bar)})`);
    await tab.window.run("void document.reached.add(document.activeElement)");
    if ((await tab.window.run(`${unseen}.length`)) === 0) return;
  }
  await tab.holds(`${unseen}.length === 0`);
}

journey(
  "the input hides nothing that has the focus, however far it has grown",
  async ({ tab, family }) => {
    const titles = ["Call the vet", "Order groceries", "Water the ferns", "Buy stamps"];
    for (const title of titles) await addTask(family, { title });
    await tab.window.resize(390, 500);
    await tab.visit("/dashboard");
    await tab.isAlive();
    await tab.sees(titles.at(-1)!);
    await tab.choose("What do you need?", "Drive Emma to the swimming pool. ".repeat(5));
    await tab.holds("document.querySelector('.add-task').offsetHeight > 100");
    await tabThrough(tab, ".task h3 a", ".add-task");
  },
);

journey("the buttons of a dialog hide nothing that has the focus", async ({ tab, family }) => {
  await addTask(family, { title: "Call the vet" });
  await tab.window.resize(390, 400);
  await tab.visit("/dashboard");
  await tab.follow("Call the vet");
  await tab.follow("Edit");
  await tab.sees("Edit task", "dialog h1");
  await tabThrough(tab, "dialog :is(select, textarea)", "dialog .button-row");
});

/** Runs in the page. */
function addressKeepsItsWords(): boolean {
  const parts = document.createNodeIterator(document.querySelector("h1")!, NodeFilter.SHOW_TEXT);
  const words = document.createRange();
  let seen = 0;
  for (let part = parts.nextNode(); part; part = parts.nextNode()) {
    for (const { 0: word, index } of part.textContent!.matchAll(/@example|\.com/g)) {
      words.setStart(part, index);
      words.setEnd(part, index + word.length);
      if (words.getClientRects().length > 1) return false;
      seen += 1;
    }
  }
  return seen === 2;
}

journeyBothWays("no word breaks in the address of who asks", async ({ tab, family }) => {
  const { path } = await askSam(family);
  await tab.visit(path);
  await tab.sees("@example.com asks: can you do this?", "h1");
  for (const width of [390, 370, 350, 330]) {
    await tab.window.resize(width, 800);
    await tab.holds(`(${addressKeepsItsWords})()`);
  }
});
