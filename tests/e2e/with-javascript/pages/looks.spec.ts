import type { Browser, Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import { suppressOverduePrompt } from "../../../support/browser/on-screen.ts";
import { atName, openState } from "../../../support/browser/open-state.ts";
import { pageStates } from "../../../support/browser/page-states.ts";
import type { PageState, Scene } from "../../../support/browser/page-states/page-state.ts";
import { chromiumUser } from "../../../support/browser/page-user/chromium-user.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { pictureTime, timeZone } from "../../../support/product/milas.ts";
import { addTask } from "../../../support/records/add-task.ts";

/**
 * The build that drew the pictures in `looks/`: others draw other pixels. After a change that
 * somebody has looked at: `npx playwright test --config=tests/playwright.config.ts looks
 * --update-snapshots`.
 */
const madeBy = "156.0.8078.114";

const looks = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

const ownStates: Record<string, Pick<PageState, "isSignedIn" | "open">> = {
  "home, a family's week": { isSignedIn: true, open: (scene) => openHome(scene, "/dashboard") },
  "home, by day": { isSignedIn: true, open: (scene) => openHome(scene, "/dashboard?view=day") },
  "week, a family's": { isSignedIn: true, open: (scene) => openHome(scene, "/week") },
  "request, from Nora": { isSignedIn: false, open: openRequest },
};

/** State, width and look. */
const pictures: [string, 360 | 768 | 1280, keyof typeof looks][] = [
  ["home, a family's week", 360, "light"],
  ["home, a family's week", 360, "dark"],
  ["home, a family's week", 360, "forced"],
  ["home, a family's week", 768, "light"],
  ["home, a family's week", 1280, "light"],
  ["home, a family's week", 1280, "dark"],
  ["home, by day", 360, "light"],
  ["week, a family's", 360, "light"],
  ["week, a family's", 1280, "light"],
  ["week, a family's", 1280, "dark"],
  ["week, with other calendars", 360, "light"],
  ["dashboard, card menu open", 360, "light"],
  ["dashboard, asking for a date", 360, "dark"],
  ["dashboard, an answer", 360, "light"],
  ["dashboard, a change to choose", 1280, "light"],
  ["search, found", 360, "light"],
  ["all overdue", 360, "light"],
  ["overdue task", 360, "dark"],
  ["confirm tasks", 360, "light"],
  ["due date", 360, "light"],
  ["edit task", 1280, "dark"],
  ["task that repeats", 360, "light"],
  ["how a task repeats", 360, "light"],
  ["turns of a task", 360, "light"],
  ["delegate", 360, "light"],
  ["request, from Nora", 360, "light"],
  ["request, from Nora", 360, "dark"],
  ["family, full", 1280, "light"],
  ["sign-in", 360, "light"],
  ["preferences", 1280, "light"],
];

for (const [name, width, look] of pictures)
  test(`looks as before: ${name}, ${width} px, ${look}`, async ({ browser, pictureMila }) => {
    test.skip(browser.version() !== madeBy, `Pictures are of Chromium ${madeBy} only`);
    test.skip(pictureMila === null, "Pictures need Debian's faketime");
    const family = await signedInFamily(pictureMila!);
    const url = atName(pictureMila!.url);
    const page = await openPage(browser, { url, width });
    const user = chromiumUser(page, url, async (path) => {
      await page.goto(path);
      await waitForHydration(page);
    });
    await openState(ownStates[name] ?? pageStates[name]!, { user, family, mila: pictureMila! });
    await page.emulateMedia(looks[look]);
    const file = `${name.replaceAll(/\W+/g, "-")}-${width}-${look}.png`;
    await expect.soft(page).toHaveScreenshot(file, { maxDiffPixels: 20 });
    await page.context().close();
  });

async function openPage(
  browser: Browser,
  { url, width }: { url: string; width: number },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 800 },
    timezoneId: timeZone,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(pictureTime);
  await suppressOverduePrompt(page);
  return page;
}

/** Without a name, the request would say the account's address, which is never the same. */
async function openRequest(scene: Scene) {
  const profile = { firstName: "Nora", lastName: "", role: "mom", timeZone };
  await scene.family.post("/preferences/profile", profile);
  await pageStates["request to answer"]!.open(scene);
}

async function openHome({ user, family }: Scene, path: string) {
  const kids = { category: "Kids" } as const;
  await addTask(family, { title: "Permission slip", ...kids, dueDate: "2026-11-25T08:00" });
  await addTask(family, { title: "Pick up Emma", ...kids, dueDate: "2026-11-26T15:00" });
  await addTask(family, { title: "Mow the lawn", dueDate: "2026-11-26T12:00" });
  await addTask(family, {
    title: "Call Oma about Christmas",
    category: "Elders",
    dueDate: "2026-11-27T11:00",
    assignee: "Ben",
  });
  await addTask(family, { title: "Dentist for Leo", ...kids, dueDate: "2026-11-28T16:15" });
  await addTask(family, { title: "Renew the passports" });
  await addTask(family, { title: "Water the plants", isCompleted: true });
  await family.post("/dashboard", { text: "trash out every Friday at 7pm" });
  await user.visit(path);
}
