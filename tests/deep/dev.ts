// Part of npm run test:deep: `npm run dev` in a fresh clone hydrates its first page, and a task's
// dialog stays open.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { waitForHydration } from "../support/browser/browser.ts";
import { BrowserProblems } from "../support/browser/browser-problems.ts";
import { browserOptions } from "../support/browser/chromium.ts";
import { freePort } from "../support/product/free-port.ts";
import { card, fillCredentials, say } from "../support/browser/on-screen.ts";

const credentials = ["nora@example.com", "correct horse 7"] as const;

// Vite's dependency cache.
rmSync("node_modules/.vite/deps", { recursive: true, force: true });
const dataFolder = mkdtempSync(join(tmpdir(), "mila-dev-"));
const url = `http://localhost:${await freePort()}`;
const dev = spawn(process.execPath, ["scripts/dev/dev.ts"], {
  env: { ...process.env, PORT: new URL(url).port, DATA_DIR: dataFolder },
  stdio: ["ignore", "inherit", "inherit"],
});
const ended = new Promise((resolve) => dev.once("exit", resolve));
const browser = await chromium.launch(browserOptions());
try {
  const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce" });
  const problems = new BrowserProblems(url);
  problems.watch(context);
  const page = await context.newPage();
  let loads = 0;
  page.on("load", () => (loads += 1));

  await waitForServer();
  await page.goto("/auth?mode=signup", { timeout: 60_000 });
  await waitForHydration(page);
  check(
    "the first page hydrates, and is not loaded again",
    loads === 1 && problems.unexpected().length === 0,
  );

  await fillCredentials(page, ...credentials);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("Account created!").waitFor();
  await fillCredentials(page, ...credentials);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await page.getByLabel("What do you need?").waitFor();
  await say(page, "Order groceries tomorrow at 9");
  await card(page, "Order groceries")
    .getByRole("link", { name: "Order groceries", exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: "Order groceries" });
  await dialog.waitFor();
  await dialog.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title").fill("Order flowers");
  check(
    "a task's dialog stays open",
    await page.getByRole("dialog", { name: "Edit task" }).isVisible(),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  check("pages report no errors", problems.unexpected().length === 0);
  for (const problem of problems.unexpected()) console.log(problem);
} finally {
  await browser.close();
  dev.kill("SIGTERM");
  await ended;
  rmSync(dataFolder, { recursive: true });
}

function check(what: string, isTrue: boolean): void {
  console.log(`${isTrue ? "✓" : "✗"} ${what}`);
  if (!isTrue) process.exitCode = 1;
}

async function waitForServer(): Promise<void> {
  const endsAt = Date.now() + 60_000;
  while (!(await fetch(`${url}/health/live`).catch(() => null))?.ok) {
    if (Date.now() > endsAt || dev.exitCode !== null)
      throw new Error("npm run dev does not answer");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
