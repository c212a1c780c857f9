// npm run screenshots: every page at three widths in both themes, into tests/screenshots/, to be looked at.
import { mkdirSync, rmSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { familyWithTasks } from "../tests/bench/family.ts";
import { browserOptions } from "../tests/support/chromium.ts";
import { startMila } from "../tests/support/mila.ts";
import { wasAskedAboutOverdue } from "../tests/support/on-screen.ts";
import { newFamily, type Visitor } from "../tests/support/visitor.ts";

const folder = "tests/screenshots";
const widths = [360, 768, 1280];
const themes = ["light", "dark"] as const;

interface Shot {
  name: string;
  path: string;
  visitor?: Visitor;
  /** Opened before the picture is taken. */
  press?: string;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using mila = await startMila();
const shots = await listShots();
const browser = await chromium.launch(browserOptions());
for (const width of widths) for (const colorScheme of themes) await takeShots(browser, width, colorScheme);
await browser.close();
console.log(`${shots.length * widths.length * themes.length} pictures in ${folder}`);

async function listShots(): Promise<Shot[]> {
  const [full, empty, fresh] = [await familyWithTasks(mila, 40), await newFamily(mila.url), await newFamily(mila.url)];
  const long = `${"Talk to the school about everything that came up at the last meeting, and ".repeat(4)}more`.slice(
    0,
    300,
  );
  for (const text of ["Kindergeburtstagseinladungen für Jürgen verschicken", "اتصل بالجدة غدا", long]) {
    await fresh.post("/dashboard", { text });
  }
  const added = await fresh.post("/dashboard", { text: "call grandma tomorrow at 6pm" });
  const task = (await (await fresh.get("/dashboard")).text()).match(/\/tasks\/[\w-]{36}/)?.[0] ?? "";
  return [
    { name: "sign-in", path: "/auth" },
    { name: "sign-up", path: "/auth?mode=signup" },
    { name: "dashboard", path: "/dashboard", visitor: full },
    { name: "dashboard-menu", path: "/dashboard", visitor: full, press: "summary" },
    { name: "dashboard-empty", path: "/dashboard", visitor: empty },
    { name: `dashboard-added-${added.status}`, path: "/dashboard", visitor: fresh },
    { name: "edit", path: `${task}/edit`, visitor: fresh },
    { name: "date", path: `${task}/date`, visitor: fresh },
    { name: "date-dialog", path: "/dashboard", visitor: fresh, press: ".chip[href$='/date']" },
    { name: "edit-dialog", path: "/dashboard", visitor: full, press: ".task-title a" },
    { name: "overdue-dialog", path: "/dashboard", visitor: full, press: ".overdue-banner a" },
    { name: "task", path: task, visitor: fresh },
    { name: "preferences", path: "/preferences", visitor: full },
    { name: "preferences-reminders", path: "/preferences/reminders", visitor: full },
    { name: "preferences-notifications", path: "/preferences/notifications", visitor: full },
    { name: "not-found", path: "/nowhere" },
    { name: "offline", path: "/offline.html" },
  ];
}

async function takeShots(open: Browser, width: number, colorScheme: (typeof themes)[number]): Promise<void> {
  for (const { name, path, visitor, press } of shots) {
    const context = await open.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" });
    const cookies = ["mila_session", "mila_toast"].flatMap((cookie) => {
      const value = visitor?.cookie(cookie);
      return value ? [{ name: cookie, value, url: mila.url }] : [];
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await wasAskedAboutOverdue(page);
    await page.goto(mila.url + path, { waitUntil: "networkidle" });
    if (press) {
      await page.click(press);
      await page.locator("dialog, details[open]").first().waitFor();
    }
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    await context.close();
  }
}
