// npm run first-mail: seconds from the README's commands, on a fresh clone, to a school mail whose
// things are tasks, by the steps that the pages show. The mailbox is Dovecot's. Fails at a dead
// end, and beyond five minutes.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { browserOptions } from "../support/browser/chromium.ts";
import { fillCredentials } from "../support/browser/on-screen.ts";
import { password as mailPassword, startMailServer } from "../support/mail-server/dovecot.ts";
import { mailOf } from "../support/mail-server/mail-of.ts";
import { freePort } from "../support/product/free-port.ts";
import { Stopwatch } from "./first-day/stopwatch.ts";

const maxSeconds = 300;
const address = "nora@example.com";
const password = "correct horse 7";

await using server = await startMailServer();
server.deliver("nora", "School", mailOf({ words: "trip slip", subject: "The trip" }));
const folder = mkdtempSync(join(tmpdir(), "mila-first-mail-"));
execFileSync("git", ["clone", "--quiet", ".", folder]);
const watch = new Stopwatch();
const browser = await chromium.launch(browserOptions());
const port = await freePort();
const settings = { PORT: String(port), ALLOWED_PRIVATE_HOSTS: server.host };
const own = { cwd: folder, env: { ...process.env, ...settings } };
await watch.time("npm ci", async () => {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { ...own, stdio: "ignore" });
});
const mila = spawn("npm", ["start"], { ...own, stdio: "ignore", detached: true });
const deadEnd = await walk(browser, `http://localhost:${port}`).catch(String);
await browser.close();
process.kill(-mila.pid!, "SIGTERM");
await new Promise((resolve) => void mila.once("exit", resolve));
rmSync(folder, { recursive: true, force: true });

const seconds = watch.parts.reduce((sum, part) => sum + part.seconds, 0);
console.log(`From the README's first command to a mail as a task: ${Math.round(seconds)} s`);
console.table(Object.fromEntries(watch.parts.map(({ name, ...figures }) => [name, figures])));
if (deadEnd) console.error(`Dead end: ${deadEnd}`);
if (seconds > maxSeconds) console.error(`More than ${maxSeconds} s`);
if (deadEnd || seconds > maxSeconds) process.exitCode = 1;

async function walk(open: Browser, baseURL: string): Promise<void> {
  const context = await open.newContext({ baseURL, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await watch.time("npm start, until Mila answers", () => waitForMila(baseURL));
  await watch.time("signing up", () => signUp(page));
  await watch.time("the mailbox, by the three steps", () => addMailbox(page));
  await watch.time("the mail's thing is a task", () => addTask(page));
}

async function waitForMila(url: string): Promise<void> {
  for (let tries = 0; tries < maxSeconds * 2; tries += 1) {
    const answer = await fetch(`${url}/health/live`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error("Mila did not start");
}

async function signUp(page: Page): Promise<void> {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password").fill(password);
  await watch.press(page.getByRole("button", { name: "Sign Up" }));
  await expect(page.getByRole("button", { name: "Log In", exact: true })).toBeVisible();
  await fillCredentials(page, address, password);
  await watch.press(page.getByRole("button", { name: "Log In", exact: true }));
  await expect(page).not.toHaveURL(/\/auth/);
}

async function addMailbox(page: Page): Promise<void> {
  await page.goto("/mail");
  await watch.press(page.getByRole("link", { name: "Let me read a folder of your mailbox" }));
  await page.getByLabel("Address of the mailbox").fill(address);
  await page.getByLabel("Its password, or an app password").fill(mailPassword);
  await page.getByLabel("Server (optional)").fill(server.host);
  await watch.press(page.getByRole("button", { name: "Add", exact: true }));
  await expect(page.getByText("Mailbox added")).toBeVisible();
}

async function addTask(page: Page): Promise<void> {
  await page.goto("/mail");
  const add = page.getByRole("button", { name: "Add the ticked ones: The trip" });
  await expect(add).toBeVisible({ timeout: 60_000 });
  await watch.press(add);
  await expect(page.getByText("Task added!")).toBeVisible();
}
