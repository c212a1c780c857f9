import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { openPlace, placeUrl } from "#app/domain/tasks/lists/home-input.ts";
import { openDatabase } from "#db/connection.server.ts";
import { type FakeNtfy, startFakeNtfy } from "../../fakes/ntfy.ts";
import { type FakePostmark, startFakePostmark } from "../../fakes/postmark.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { parsePage } from "../../support/product/form-browser/parse-page.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { familyPassword, Visitor } from "../../support/product/visitor.ts";
import { runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { type OldInstallation, oldInstallation } from "../../support/records/old-database.ts";
import {
  clockSettings,
  ownClockSeconds,
  setClock,
  stopClock,
} from "../../support/runner/clock/clock-settings.ts";

vi.setConfig({ testTimeout: 360_000, hookTimeout: 120_000 });

type Person = "nora" | "sam" | "mia" | "pat" | "visitor";

type Cookies = Record<Person, string>;

interface Page {
  who: Person;
  path: string;
  status: number;
  words: string;
}

/**
 * A request of something that was sent, shown or kept offline, and the page that shows its effect.
 */
interface Act {
  name: string;
  who: Person;
  path: string;
  /** A form's fields, or JSON. */
  body: string;
  status: number;
  then: Page;
}

/**
 * What commit c7b0b708, the last before the first schema, showed and did when its clock stood still
 * at `at`. Two households and an account that had left used it for nine days through its pages, by
 * text and by links. All pages of the accounts that links lead to were recorded, without the
 * page about the machine and its version; then `npm run backup` wrote the file beside it; then the
 * acts were made, in this order.
 */
interface Recording {
  at: string;
  cookies: Cookies;
  /** Kim's, still open. */
  invitation: string;
  pages: Page[];
  acts: Act[];
}

const files = "tests/support/records/version-before";
const recorded = JSON.parse(gunzipSync(readFileSync(`${files}.json.gz`)).toString()) as Recording;

const formType = "application/x-www-form-urlencoded";
const inline = new Set("A ABBR B BDI CODE EM I MARK SMALL SPAN STRONG TIME".split(" "));

/**
 * All words of the page's main part, folded ones and fields' values too, without those of later
 * features: the history of a task, whose tasks to show, what tells two Ottos apart, the end of turns
 * by an edit, the people on the family's page, children's stars, and school mail's reminder.
 */
function pageWords(html: string): string {
  const page = parsePage(html);
  for (const later of page.querySelectorAll(".task-history, .whose-menu, .whose")) later.remove();
  const words = wordsOf(page.querySelector("main") ?? page.body);
  return words
    .replaceAll(/(localhost|127\.0\.0\.1)(:\d+)?/g, "mila.test")
    .replaceAll(/\/delegations\/[\w.-]+/g, "/delegations/:token")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\bOtto \((sibling|grandparent)\)/g, "Otto")
    .replace(/ [^.]+\. \[ \] End the turns: the following are for the person above/, "")
    .replace(/ People (?:[^.]+? \d+ this week \d+ done this month)+(?: Away until \w+ \d+)?/, "")
    .replace(" School mail At 6 PM, if mails came that wait for you [ ]", "")
    .replace(/ Stars for children .*? Turn stars on/, "")
    .replace(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/, "KEY")
    .trim();
}

function wordsOf(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? "";
  if (node.nodeType !== node.ELEMENT_NODE) return "";
  const part = node as Element;
  if (/^(SCRIPT|STYLE|TEMPLATE|svg)$/i.test(part.tagName)) return "";
  const field = fieldWords(part);
  if (field !== null) return field;
  const text = [...part.childNodes].map(wordsOf).join("");
  if (part.matches(".chip:empty")) return part.getAttribute("aria-label") ?? "";
  if (part.matches(".task")) return ` ${text} ${endOfCard} `;
  return inline.has(part.tagName) ? text : ` ${text} `;
}

function fieldWords(part: Element): string | null {
  if (part.tagName === "INPUT") {
    const { type, value, checked } = part as HTMLInputElement;
    if (type === "hidden") return "";
    if (type !== "checkbox" && type !== "radio") return ` [${value}] `;
    return checked ? " [x] " : " [ ] ";
  }
  if (part.tagName === "TEXTAREA") return ` [${(part as HTMLTextAreaElement).value}] `;
  if (part.tagName !== "SELECT") return null;
  const options = [...(part as HTMLSelectElement).options];
  return ` [${options.map(({ text, selected }) => (selected ? `*${text}` : text)).join(", ")}] `;
}

const endOfCard = "¶";

/** The cards of the version before had a menu of their own; now it opens on request. */
const menuWords =
  / Delegate Add to calendar (Delete task|Skip this time Delete only this one Delete the whole series)/g;

const browserHeaders = (url: string, who: Person, cookies: Cookies) => ({
  accept: "text/html",
  "sec-fetch-site": "same-origin",
  origin: url,
  cookie: cookies[who],
});

async function openPage(
  { url }: Mila,
  who: Person,
  path: string,
  cookies = recorded.cookies,
): Promise<Page> {
  const headers = browserHeaders(url, who, cookies);
  const isHome = path === "/dashboard" && who !== "visitor";
  const response = await fetch(url + (isHome ? allOpen : path), { headers, redirect: "manual" });
  const [text, location] = [await response.text(), response.headers.get("location")];
  const isPage = response.headers.get("content-type")?.includes("html");
  const words = location ? `→ ${location}` : isPage ? pageWords(text) : text;
  return asNow({ who, path, status: response.status, words });
}

const allOpen = placeUrl(openPlace("area"), "area");

/** It stands beside the due date now. */
function withReminderLast(card: string): string {
  const [reminder] = /Reminds you [\w, ]*?\d+:\d\d [AP]M/.exec(card) ?? [];
  if (!reminder) return card;
  // Not all parts of a card had a space between them.
  return ` ${card.replace(reminder, "").replaceAll(/\s+/g, "")} ${reminder} `;
}

/**
 * Home stands in groups now, which name the day: the order of its cards differs. Times of reminders
 * say that they are.
 */
function sortCards(words: string): string {
  const [above = "", below = ""] = words.split(/ Kids (.*)/s);
  const cards = below
    .replaceAll(/(Overdue|Today|Tomorrow|Next 7 days|Later|No date|Completed) \d+ /g, "")
    .replaceAll(/\b(Household|Elders) /g, "")
    .replaceAll(/\b(Today|Tomorrow) · /g, "")
    .split(` ${endOfCard}`)
    .map((card) => withReminderLast(card).trim());
  const rest = above
    .replace(/ By area ?By day/, "")
    .replace(" Tell me one thing you need to remember.", "")
    .replaceAll(/ Reminder (?=\w+ \d)/g, " ");
  return [rest, ...cards.toSorted()].join("\n");
}

function asNow(page: Page): Page {
  const saidOfReader = page.who === "sam" ? "Sam hasn't" : "You haven't";
  const words = page.words
    // Without JavaScript, the button says so.
    .replace(/(What do you need\? \[[^\]]*\])(?! Send)/g, "$1 Send")
    // Readers who were asked are told so.
    .replaceAll(`${saidOfReader} answered`, "You haven't answered")
    // A note comes before the buttons that send it.
    .replace(/ (Yes, I'll do it.*?) (Add a note \(optional\) \[[^\]]*\])/, " $2 $1")
    // The heading names the task too.
    .replace(/^This one is overdue (.+?) It was due/, "This one is overdue: $1 $1 It was due")
    // Plainer words.
    .replace("Its RRULE line, such as RRULE", "It looks like RRULE")
    .replaceAll(menuWords, ` ${endOfCard}`)
    .replaceAll(/ (At the time )?(1 hour before )?Another time/g, "")
    // A day's button keeps a time that was said.
    .replaceAll(/((?:Tomorrow|This weekend|Next week) \w+, \w+ \d+), \d+:\d\d [AP]M/g, "$1")
    // Nobody said these times.
    .replaceAll(" (any time that day)", "")
    .replace(/ Hello [^,]+, (?=[\w ]+ asks)/, " ")
    .replace(/^I found \d+ things/, "Is this right?")
    .replaceAll(" [x] Add this one", "")
    .replace(/ Add \d+$/, " Save tasks")
    // Reminders go to the person who does a task: after the swap, to Sam.
    .replace("Sam's turnReminds you Dec 3, 7:00 PM", "Sam's turn")
    .replace(
      /(Sam's turnWhose.*) Dec 3, 7:00 PM 1 hour before( Remind me .* 15 minutes before)/,
      "$1$2 1 hour before",
    )
    // A task's page has buttons for who does it, for its checklist, and to move it to a list.
    .replace(" DateWhoRepeat", " DateRepeat")
    .replace(/ (Date(?:Repeat)?)Checklist/, " $1")
    .replace("DelegateEditMove to a list", "DelegateEdit")
    .replace(" Select tasks", "")
    // The person was typed.
    .replaceAll(
      / Who \[(?:[^\]]*, )?\*([^,\]]*)[^\]]*\]/g,
      (_, who: string) => ` Assigned to [${who === "Anyone" ? "" : who}]`,
    )
    .replace(" Add to the checklist []", "")
    .replaceAll("You sent it,", "Asked with a link,")
    .replace(" WhatsAppText message I didn't send it", " Cancel request")
    .replace(/ Someone else For this one task .*?(?= How should I ask)/, "")
    .replaceAll(" That day", " 1 hour before")
    .replaceAll(" At 12:00 PM At 11:45 AM", " At the time 15 minutes before")
    .replaceAll(" At 11:00 AM 1 day before", " 1 hour before 1 day before")
    .replaceAll(/(Every [\w ]+) 12 PM/g, "$1")
    .replaceAll(/ No reminder\. Add one: (at the time|1 hour before)/g, "")
    .replace(/Edit Delete (?!only|task)/, "Edit Delete task ");
  const cards = words.split(endOfCard).map(withReminderLast).join(endOfCard);
  const isHome = page.path === "/dashboard" && page.who !== "visitor";
  return { ...page, words: isHome ? sortCards(words) : cards };
}

/** The form of a task in turns offers to end them. */
const offer =
  / ([^.[\]]+ take turns|Anyone can take the following ones|The following are [^.[\]]+ turn)\. \[ \] End the turns: the following are for the person above/;

/**
 * All overdue tasks, the day on which weeks begin, other calendars, what was deleted, the keyboard,
 * apps and their data, whom a task is about, and the message to who is given one are new.
 */
const added =
  / See all \d+ at once| Weeks begin on \[[^\]]+\]| Calendars in your week [^.]+\. Choose calendars| Recently deletedKeyboard(?= Sign out)| Apps & DataOther programs, and what they may do| About \[[^\]]+\]| When Someone Gives Me a Task [^.[\]]+ \[x\]/g;

/** People who left keep their names in what they did; before, only members had theirs. */
function withNames(page: Page): Page {
  const words = page.path.startsWith("/family/month")
    ? page.words.replace(/(Thank you all\. )(.*) Also done (Feed the fish)/, "$1Pat $3 $2")
    : page.words.replace(/^(All tasks Feed the fish .* · done)(?! by)/, "$1 by Pat");
  return asNow({ ...page, words });
}

/** The form had a text field for who does a task. */
function withAssignee(words: string): string {
  return words.replaceAll(/ Who \[([^\]]*)\]/g, (_, options: string) => {
    const chosen = options.split(", ").find((option) => option.startsWith("*")) ?? "";
    return ` Assigned to [${chosen === "*Anyone" ? "" : chosen.slice(1)}]`;
  });
}

async function differences(
  mila: Mila,
  pages: Page[],
  cookies = recorded.cookies,
): Promise<{ before: Page; now: Page }[]> {
  const found = [];
  for (const before of pages.map(withNames)) {
    const now = await openPage(mila, before.who, before.path, cookies);
    const words = withAssignee(now.words.replace(offer, "").replaceAll(added, ""));
    if (words !== before.words || now.status !== before.status) found.push({ before, now });
  }
  return found;
}

/**
 * A restore ends sessions, holds messages for the owner, and is noted in both lists of activity.
 */
const changedByRestoring =
  /^\/preferences\/(account$|account\/activity|instance\/(activity|deliveries)|notifications$)/;

/** After a restore, calendar programs must read their entries again. */
const unstamped = ({ status, words }: Page) =>
  `${status} ${words.replaceAll(/^(?:DTSTAMP|LAST-MODIFIED):.*$/gm, "")}`;

const formOfTask = /^\/tasks\/[^/]+\/./;

describe.skipIf(!clockSettings(""))("the version before (needs faketime)", () => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  const clock = join(folder, "clock");
  let [twilio, postmark, ntfy]: [FakeTwilio?, FakePostmark?, FakeNtfy?] = [];
  let [old, mila]: [OldInstallation?, Mila?] = [];

  const start = (dataFolder: string) => {
    const { PATH: _, ...clockOnly } = clockSettings(clock)!;
    const providers = { ...twilio!.settings, ...postmark!.settings, ...ntfy!.settings };
    return startMila({ ...clockOnly, ...providers, DATA_DIR: dataFolder });
  };

  beforeAll(async () => {
    stopClock(clock, recorded.at);
    twilio = await startFakeTwilio();
    postmark = await startFakePostmark();
    ntfy = await startFakeNtfy();
    old = await oldInstallation(0, `${files}.db`);
    mila = await start(old.folder);
  });

  afterAll(async () => {
    for (const used of [mila, twilio, postmark, ntfy]) await used?.[Symbol.asyncDispose]();
    old?.[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  test("each page has the words that it had", async () => {
    expect(await differences(mila!, recorded.pages)).toEqual([]);
  });

  test("its backup, restored, shows the same", async () => {
    using data = temporaryFolder();
    const restored = join(data.folder, "data");
    const command = await runCommand("restore", `${files}.db`, { folder: restored });
    expect(command).toMatchObject({ code: 0 });
    await using again = await start(restored);
    const cookies = { ...recorded.cookies };
    for (const who of ["nora", "sam", "mia", "pat"] as const) {
      const visitor = new Visitor(again.url);
      const email = `${who}@example.com`;
      await visitor.post("/auth", { mode: "login", email, password: familyPassword });
      cookies[who] = visitor.cookies();
    }
    const shown = recorded.pages.filter(
      ({ path }) => !changedByRestoring.test(path) && !formOfTask.test(path),
    );
    const found = await differences(again, shown, cookies);
    expect(found.filter(({ before, now }) => unstamped(before) !== unstamped(now))).toEqual([]);
  });

  test.for(recorded.acts)("$name does what it did", async (act) => {
    const { url } = mila!;
    const response = await fetch(url + act.path, {
      method: "POST",
      body: act.body,
      headers: {
        ...browserHeaders(url, act.who, recorded.cookies),
        "content-type": act.body.startsWith("{") ? "application/json" : formType,
      },
      redirect: "manual",
    });
    await response.body?.cancel();
    expect(response.status).toBe(act.status);
    expect(await openPage(mila!, act.then.who, act.then.path)).toEqual(asNow(act.then));
  });

  test("an invitation's link leads a new account into the household", async () => {
    const kim = new FormBrowser(mila!.url);
    const fields = { mode: "signup", redirectTo: recorded.invitation };
    await kim.visit(`/auth?${new URLSearchParams(fields)}`);
    kim.fill("Password", familyPassword);
    await kim.press("Sign Up");
    kim.fill("Password", familyPassword);
    await kim.press("Log In");
    await kim.press("Accept Invitation");
    expect(kim.text).toContain("Leave for the dentist");
  });

  test("what waited for its provider or its time goes out, once", async () => {
    const aheadMs = Date.parse(recorded.at) + 15 * 60_000 - Date.now();
    setClock(clock, Math.round(aheadMs / 1_000) + ownClockSeconds);
    const sent = () => [
      ...ntfy!.notifications().map(({ title, message }) => `ntfy: ${title} ${message}`),
      ...twilio!.messages().map(({ to, body }) => `${to}: ${body}`),
      ...postmark!.emails().map(({ message }) => `${message.To}: ${message.Subject}`),
    ];
    const waiting = [
      /^ntfy: .*Turn on the washing machine/s,
      /^\+12015550101: .*Turn on the washing machine/s,
      /^ntfy: .*Leave for the dentist/s,
      /^\+12015550101: .*Leave for the dentist/s,
      /^\+12015550123: .*Pick up the suit/s,
      /^\+12015550199: .*can you do this\? "Wash the car"/s,
      /^lee@example\.com: /,
    ];
    const arrived = () => waiting.map((words) => sent().filter((text) => words.test(text)).length);
    const once = waiting.map(() => 1);
    await expect.poll(arrived, { timeout: 150_000 }).toEqual(once);
    await using db = openDatabase(old!.file);
    const unfinished = () =>
      db
        .selectFrom("deliveries")
        .select(["kind", "channel", "state"])
        .where("state", "in", ["ready", "sending", "unknown"])
        .where("due_at", "<=", laterBy(recorded.at, { minutes: 15 }))
        .execute();
    await expect.poll(unfinished, { timeout: 150_000 }).toEqual([]);
    expect(arrived()).toEqual(once);
  });
});
