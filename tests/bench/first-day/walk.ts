import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { type FakeSmtp, startFakeSmtp } from "../../fakes/smtp.ts";
import { waitForHydration } from "../../support/browser/browser.ts";
import { card, fillCredentials, questionPage } from "../../support/browser/on-screen.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { Stopwatch } from "./stopwatch.ts";

const password = "correct horse 7";
const addresses = { nora: "nora@example.com", sam: "sam@example.com" };
const sharedList = ["Order groceries", "Water the plants", "Call the dentist"];
/** Two minutes, and what the worker may take. */
const reminderMs = 180_000;

interface Scene {
  mila: Mila;
  smtp: FakeSmtp;
  watch: Stopwatch;
  javaScriptEnabled: boolean;
}

/** Stops at the first dead end. */
export async function walkFirstDay(browser: Browser, javaScriptEnabled: boolean) {
  await using smtp = await startFakeSmtp();
  await using mila = await startMila(smtp.settings);
  const watch = new Stopwatch();
  const scene = { mila, smtp, watch, javaScriptEnabled };
  const options = {
    baseURL: mila.url,
    javaScriptEnabled,
    viewport: { width: 360, height: 800 },
    timezoneId: "America/New_York",
  };
  const contexts = [await browser.newContext(options), await browser.newContext(options)] as const;
  const deadEnd = await walk(scene, contexts).catch(String);
  for (const context of contexts) await context.close();
  return { parts: watch.parts, deadEnd };
}

async function walk(
  scene: Scene,
  [noras, sams]: readonly [BrowserContext, BrowserContext],
): Promise<void> {
  const { watch, javaScriptEnabled } = scene;
  const nora = await noras.newPage();
  const sam = await sams.newPage();
  for (const page of [nora, sam]) page.setDefaultTimeout(15_000);
  await watch.time("the first parent signs up", () =>
    signUp(scene, nora, "/auth", { address: addresses.nora }),
  );
  await watch.time("three questions: two children, the other parent", () =>
    answerQuestions(scene, nora),
  );
  await watch.time("remind me in 2 minutes", () => askForReminder(scene, nora));
  await watch.time("a shared list", () => addSharedList(scene, nora));
  await watch.time("asking the other parent", () => askSam(scene, nora));
  await watch.time("the other parent joins from the email", () => join(scene, sam));
  await watch.time("they say yes", () => sayYes(scene, sam));
  await watch.time("they see the list, and do one of it", () => useSharedList(scene, sam));
  await watch.time("their own two questions", () => answerOwnQuestions(scene, sam));
  const seeReminder = javaScriptEnabled ? waitForReminder : loadReminder;
  await watch.time("the reminder", () => seeReminder(scene, nora));
}

async function open({ javaScriptEnabled }: Scene, page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (javaScriptEnabled) await waitForHydration(page);
}

async function signUp(
  scene: Scene,
  page: Page,
  path: string,
  { address }: { address?: string },
): Promise<void> {
  const { watch } = scene;
  await open(scene, page, path);
  await page.getByLabel("First name").fill(address ? "Nora" : "Sam");
  if (address) await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password").fill(password);
  await watch.press(page.getByRole("button", { name: "Sign Up" }));
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  if (address) await fillCredentials(page, address, password);
  else await page.getByLabel("Password").fill(password);
  await watch.press(page.getByRole("button", { name: "Log In" }));
  await expect(page).not.toHaveURL(/\/auth/);
}

async function answerQuestions({ watch }: Scene, page: Page): Promise<void> {
  const next = page.getByRole("button", { name: "Next" });
  await watch.press(page.getByRole("link", { name: "Three questions" }));
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  await page.getByLabel("Last Name").fill("Berg");
  await watch.press(next);
  await page.getByLabel("First names").fill("Emma, Leo");
  await watch.press(next);
  await page.getByLabel("Name", { exact: true }).fill("Sam");
  await page.getByLabel("Email").fill(addresses.sam);
  await watch.press(next);
  await expect(page.getByRole("heading", { name: "When should I remind you?" })).toBeVisible();
  await watch.press(page.getByRole("button", { name: "Save Changes" }));
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function say({ watch }: Scene, page: Page, text: string): Promise<void> {
  await page.getByLabel("What do you need?").fill(text);
  await watch.press(page.getByRole("button", { name: "Send" }));
}

async function askForReminder(scene: Scene, page: Page): Promise<void> {
  await say(scene, page, "Remind me to take the pizza out in 2 minutes");
  await expect(card(page, /take the pizza out/i)).toContainText("Reminds you at");
}

async function addSharedList(scene: Scene, page: Page): Promise<void> {
  await say(scene, page, `To do: ${sharedList.join(", ").toLowerCase()}`);
  for (const title of sharedList) await expect(card(page, title)).toBeVisible();
}

async function askSam(scene: Scene, page: Page): Promise<void> {
  const { watch } = scene;
  await say(scene, page, "Pick up Emma from school tomorrow at 3");
  const task = card(page, /pick up emma/i);
  await expect(task).toBeVisible();
  await watch.press(task.getByLabel("More: "));
  await watch.press(task.getByRole("link", { name: "Delegate" }));
  const question = questionPage(page, "Who can do this?");
  await watch.press(question.getByRole("button", { name: "Delegate" }));
  await expect(task).toContainText("Pending");
}

async function join(scene: Scene, page: Page): Promise<void> {
  const { watch } = scene;
  const { pathname, search } = await findSignUpLink(scene.smtp);
  watch.count();
  await signUp(scene, page, pathname + search, {});
  await watch.press(page.getByRole("button", { name: "Accept Invitation" }));
  await expect(page).toHaveURL(/\/family$/);
}

/** The link of the welcome email's button. */
async function findSignUpLink({ mails }: FakeSmtp): Promise<URL> {
  for (let wait = 0; wait < 300; wait += 1) {
    const welcome = mails().find(({ email }) => email.subject?.startsWith("Welcome to the family"));
    const link = /https?:\/\/\S+\/auth\?\S+/.exec(welcome?.email.text ?? "")?.[0];
    if (link) return new URL(link);
    await sleep(100);
  }
  throw new Error("No welcome email came");
}

async function sayYes({ watch }: Scene, page: Page): Promise<void> {
  const requests = page.getByRole("region", { name: "Requests for you" });
  await expect(requests).toContainText(/Nora Berg asked you to\s*Pick up Emma/i);
  await watch.press(requests.getByRole("button", { name: "Yes, I'll do it" }));
  await expect(requests).toHaveCount(0);
}

async function useSharedList({ watch }: Scene, page: Page): Promise<void> {
  await watch.press(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }),
  );
  for (const title of sharedList) await expect(card(page, title)).toBeVisible();
  await watch.press(
    card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }),
  );
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
}

async function answerOwnQuestions({ watch }: Scene, page: Page): Promise<void> {
  await watch.press(page.getByRole("link", { name: "Two questions" }));
  await watch.press(page.getByRole("button", { name: "Next" }));
  await watch.press(page.getByRole("button", { name: "Save Changes" }));
  await expect(page).toHaveURL(/\/dashboard$/);
}

const reminder = (page: Page) =>
  page.locator(".due-alert").filter({ hasText: /take the pizza out/i });

/** On the page as it was left, untouched. */
async function waitForReminder({ watch }: Scene, page: Page): Promise<void> {
  await expect(reminder(page)).toBeVisible({ timeout: reminderMs });
  await watch.press(reminder(page).getByRole("button", { name: "OK" }));
  await expect(reminder(page)).toHaveCount(0);
}

/** The next load shows it. */
async function loadReminder({ watch }: Scene, page: Page): Promise<void> {
  const lookout = await page.context().newPage();
  await expect(async () => {
    await lookout.goto("/dashboard");
    await expect(reminder(lookout)).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: reminderMs, intervals: [2_000] });
  await watch.press(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }),
  );
  await expect(reminder(page)).toBeVisible();
  await watch.press(reminder(page).getByRole("button", { name: "OK" }));
  await expect(reminder(page)).toHaveCount(0);
}
