import type { Page } from "@playwright/test";
import { readEvents } from "../../support/messages/calendar.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test, timeZone } from "../../support/browser/browser.ts";
import { card, expectToast, say } from "../../support/browser/on-screen.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { today } from "../../support/text/days.ts";

/** The feed's days in the family's zone, and its titles, as ical.js reads them. */
async function readFeed(
  page: Page,
  visit: (path: string) => Promise<void>,
): Promise<{ on: string; title: string }[]> {
  await visit("/preferences/calendar");
  const turnOn = page.getByRole("button", { name: "Turn on" });
  if (await turnOn.isVisible()) await turnOn.click();
  const link = await page.getByLabel("Link for “Subscribe”").inputValue();
  const events = readEvents(await (await page.request.get(link)).text());
  return events.map(({ dtstart, summary }) => ({
    on: dayOf(String(dtstart)),
    title: String(summary),
  }));
}

/** YYYY-MM-DD. */
const dayOf = (instant: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(Date.parse(instant));

const dayFromNow = (days: number) => today().add({ days }).toString();

const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();

const complete = (page: Page, title: string) =>
  card(page, title).getByRole("button", { name: "Mark as complete" }).first().click();

/** The card of the next one, among those that are done. */
const openCard = (page: Page, title: string) =>
  card(page, title).filter({ has: page.getByRole("button", { name: "Mark as complete" }) });

test(
  "piano every Wednesday at 4 except school holidays: it skips them on the card and in the feed",
  bothWays,
  async ({ signedIn: page, visit }) => {
    await say(page, "piano every Wednesday at 4 except school holidays");
    await expect(card(page, "Piano")).toContainText(
      "Every Wednesday 4 PM, except School holidays · next",
    );
    await page.getByRole("link", { name: "No dates for “School holidays” yet" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("School holidays");
    await page.getByLabel("First day").fill(dayFromNow(0));
    await page.getByLabel("Last day").fill(dayFromNow(21));
    await page.getByRole("button", { name: "Add" }).click();
    await expectToast(page, "School holidays added");

    const feed = await readFeed(page, visit);
    expect(feed.length).toBeGreaterThan(8);
    expect(feed.filter(({ on }) => on <= dayFromNow(21) || weekdayOf(on) !== 3)).toEqual([]);
    await visit("/dashboard");
    await expect(card(page, "Piano")).not.toContainText("No dates for");
  },
);

test(
  "dishwasher filter every 3 months after it was done: the next one counts from today",
  bothWays,
  async ({ signedIn: page, visit }) => {
    await say(page, "dishwasher filter every 3 months after it was done");
    await expect(card(page, "Dishwasher filter")).toContainText("3 months after it was done");
    await complete(page, "Dishwasher filter");
    await expect(openCard(page, "Dishwasher filter")).toHaveCount(1);
    const [done, next, ...others] = (await readFeed(page, visit)).toSorted((one, other) =>
      other.title.localeCompare(one.title),
    );
    expect(others).toEqual([]);
    expect([done?.title, next?.title].toSorted()).toEqual([
      "Dishwasher filter",
      "✓ Dishwasher filter",
    ]);
    const day = [done, next].find((event) => event?.title === "Dishwasher filter")?.on ?? "";
    expect(day).toBe(today().add({ months: 3 }).toString());
  },
);

test(
  "trash: Sam and Nora in turns: Sam, then Nora, then Sam again",
  bothWays,
  async ({ signedIn: page, visit, family, mila }) => {
    await family.post("/preferences/profile", {
      firstName: "Nora",
      lastName: "",
      role: "mom",
      timeZone,
    });
    await newSam(mila, family);
    await visit("/dashboard");
    await say(page, "trash: Sam and Nora in turns");
    await expect(card(page, "Trash")).toContainText("Every ");
    for (const turn of ["Sam's turn", "Your turn", "Sam's turn"]) {
      await expect(openCard(page, "Trash")).toContainText(turn);
      await complete(page, "Trash");
      // Leaving at once would cancel what is being saved.
      await expect(openCard(page, "Trash")).not.toContainText(turn);
      await visit("/dashboard");
    }
    await openCard(page, "Trash").getByRole("link", { name: "Trash", exact: true }).click();
    await expect(page.getByText("done by Sam")).toHaveCount(0);
    await expect(page.getByText("done by you")).toHaveCount(3);
  },
);

test(
  "who does it? anyone: the one who takes it has it, and the next one is anyone's again",
  bothWays,
  async ({ signedIn: page, visit }) => {
    await say(page, "empty the dishwasher every day, who does it? anyone");
    await expect(card(page, "Empty the dishwasher")).toContainText("Anyone can take it");
    await card(page, "Empty the dishwasher").getByRole("button", { name: "I'll do it" }).click();
    await expectToast(page, "It's yours");
    await expect(card(page, "Empty the dishwasher")).toContainText("Your turn");
    await complete(page, "Empty the dishwasher");
    await visit("/dashboard");
    await expect(openCard(page, "Empty the dishwasher")).toContainText("Anyone can take it");
    const days = (await readFeed(page, visit)).map(({ on }) => on);
    expect(new Set(days).size).toBe(days.length);
    expect(days.length).toBeGreaterThan(85);
  },
);
