import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openInstalled, waitForCopy } from "../../../support/browser/installed.ts";
import { kill, open, openBrowser, openTabs } from "../../../support/browser/killed.ts";
import { card, say } from "../../../support/browser/on-screen.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { freePort } from "../../../support/product/free-port.ts";
import { type Mila, startMila } from "../../../support/product/mila.ts";
import { ownStore } from "../../../support/product/own-store.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { killBrowser } from "../../../support/runner/kill.ts";
import { openData } from "../../../support/records/open-data.ts";

const openTasks = Array.from(
  { length: 11 },
  (_, index) => `Open task ${String.fromCharCode(65 + index)}`,
);
const added = Array.from(
  { length: 7 },
  (_, index) => `Buy gift ${String.fromCharCode(65 + index)}`,
);

test("20 changes made offline in three tabs arrive once, though browser and server are killed", async () => {
  test.setTimeout(240_000);
  const folders = [
    mkdtempSync(join(tmpdir(), "mila-data-")),
    mkdtempSync(join(tmpdir(), "mila-profile-")),
  ] as const;
  const [dataFolder, profile] = folders;
  await using store = await ownStore();
  store.noteIn(dataFolder);
  const port = String(await freePort());
  const settings = { ...store.settings, DATA_DIR: dataFolder, PORT: port };
  let mila = await startMila(settings);
  try {
    const family = await signedInFamily(mila);
    for (const title of openTasks) await addTask(family, { title });
    let browser = await openBrowser(profile, mila, family);
    for (const page of await openTabs(browser, 3)) {
      await page.bringToFront();
      await openInstalled(page);
    }
    await waitForCopy(browser.pages()[0]!, "Open task K");

    await kill(mila);
    let [first, second, third] = await openTabs(browser, 0);
    for (const page of browser.pages()) await open(page, "/dashboard");
    for (const title of openTasks.slice(0, 4)) await press(first!, title, "Mark as complete");
    for (const title of added.slice(0, 4)) await add(second!, title);
    for (const title of openTasks.slice(7, 9)) await move(third!, title);
    await expectWaiting(first!, 10);

    killBrowser(profile);
    browser = await openBrowser(profile, mila, family);
    [first, second, third] = await openTabs(browser, 3);
    for (const page of browser.pages()) await open(page, "/dashboard");
    await expectWaiting(first!, 10);
    // More than five completed ones are folded.
    await press(first!, openTasks[0]!, "Mark as incomplete");
    await press(first!, openTasks[0]!, "Mark as complete");
    for (const title of openTasks.slice(4, 7)) await press(third!, title, "Mark as complete");
    for (const title of added.slice(4)) await add(second!, title);
    for (const title of openTasks.slice(9)) await move(third!, title);
    await expectWaiting(first!, 20);

    // They begin to arrive, and both are killed.
    mila = await startMila(settings);
    await expect
      .poll(() => countArrived(mila), { intervals: [5], timeout: 60_000 })
      .toBeGreaterThan(2);
    await kill(mila);
    killBrowser(profile);
    mila = await startMila(settings);
    browser = await openBrowser(profile, mila, family);
    for (const page of await openTabs(browser, 3)) await open(page, "/dashboard");
    await expect(browser.pages()[0]!.getByText("for a connection", { exact: false })).toHaveCount(
      0,
      {
        timeout: 60_000,
      },
    );
    await expect.poll(() => countArrived(mila), { timeout: 60_000 }).toBe(20);
    expect(await readTasks(mila)).toEqual(expectedTasks());
    await browser.close();
  } finally {
    killBrowser(profile);
    await kill(mila);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Every saved change raises a task's version by one; adding and naming it made two. */
function expectedTasks() {
  const entry = (title: string, change: object) =>
    [title, { version: 3, isCompleted: 0, due: null, ...change }] as const;
  return Object.fromEntries([
    ...openTasks.slice(0, 7).map((title) => entry(title, { isCompleted: 1 })),
    entry(openTasks[0]!, { isCompleted: 1, version: 5 }),
    ...openTasks.slice(7).map((title) => entry(title, { due: "2031-06-10T12:00" })),
    ...added.map((title) => entry(title, { version: 1 })),
  ]);
}

async function readTasks({ dataFolder }: Mila) {
  await using db = openData(dataFolder);
  const tasks = await db.selectFrom("tasks").selectAll().execute();
  expect(tasks).toHaveLength(openTasks.length + added.length);
  return Object.fromEntries(
    tasks.map(({ title, version, is_completed, due_local }) => [
      title,
      { version, isCompleted: is_completed, due: due_local },
    ]),
  );
}

async function countArrived({ dataFolder }: Mila): Promise<number> {
  await using db = openData(dataFolder);
  return (await db.selectFrom("sent_changes").select("change_id").execute()).length;
}

async function press(page: Page, title: string, button: string): Promise<void> {
  await page.bringToFront();
  // By keyboard: a press so soon after another one counts as the second half of a double tap.
  await card(page, title).getByRole("button", { name: button }).press("Enter");
  await expect(card(page, title).getByRole("button", { name: button })).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "Hmm" })).toHaveCount(0);
}

async function add(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await say(page, text);
  await expect(page.getByText(`Add ${text}`)).toBeVisible();
}

async function move(page: Page, title: string): Promise<void> {
  await page.bringToFront();
  await card(page, title).getByRole("link", { name: "Add a date" }).press("Enter");
  await page.getByLabel("Date", { exact: true }).fill("2031-06-10");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(card(page, title)).toContainText("Jun 10, 12:00 PM");
  // The change shows before the dialog has closed.
  await expect(page.getByRole("dialog")).toBeHidden();
}

const expectWaiting = (page: Page, count: number) =>
  expect(page.getByText(`${count} changes wait for a connection`)).toBeVisible();
