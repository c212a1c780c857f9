import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openInstalled } from "../../../support/browser/installed.ts";
import { kill, open, openBrowser, openTabs } from "../../../support/browser/killed.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { freePort } from "../../../support/product/free-port.ts";
import { type Mila, startMila } from "../../../support/product/mila.ts";
import { ownStore } from "../../../support/product/own-store.ts";
import { killBrowser } from "../../../support/runner/kill.ts";
import { openData } from "../../../support/records/open-data.ts";

const shopping = "/lists/shopping";
const numbered = (name: string) => Array.from({ length: 10 }, (_, index) => `${name} ${index + 1}`);
const [ticked, added] = [numbered("Apple"), numbered("Banana")];

test("20 changes in a shop without a network arrive once, though browser and server are killed", async () => {
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
    await family.post(`${shopping}/items`, { text: ticked.join(", ") });
    let browser = await openBrowser(profile, mila, family);
    let [page] = (await openTabs(browser, 1)) as [Page];
    await openInstalled(page);
    await open(page, shopping);
    const copy = () =>
      page.evaluate(async (url) => (await (await caches.match(url))?.text()) ?? "", shopping);
    await expect.poll(copy).toContain("Apple 10");

    await kill(mila);
    await open(page, shopping);
    for (const index of [0, 1, 2, 3, 4]) await changeTwo(page, index);
    await expectWaiting(page, 10);

    killBrowser(profile);
    browser = await openBrowser(profile, mila, family);
    [page] = (await openTabs(browser, 1)) as [Page];
    await open(page, shopping);
    await expectWaiting(page, 10);
    for (const index of [5, 6, 7, 8, 9]) await changeTwo(page, index);
    await expectWaiting(page, 20);

    // They begin to arrive, and both are killed.
    mila = await startMila(settings);
    await expect
      .poll(() => countArrived(mila), { intervals: [5], timeout: 60_000 })
      .toBeGreaterThan(2);
    await kill(mila);
    killBrowser(profile);
    mila = await startMila(settings);
    browser = await openBrowser(profile, mila, family);
    [page] = (await openTabs(browser, 1)) as [Page];
    await open(page, shopping);
    await expect.poll(() => countArrived(mila), { timeout: 60_000 }).toBe(20);
    await expect(page.getByText("wait for a connection")).toHaveCount(0);
    expect(await readItems(mila)).toEqual({ ticked: ticked.toSorted(), open: added });
    await browser.close();
  } finally {
    killBrowser(profile);
    await kill(mila);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Ticks an item, and adds another one. */
async function changeTwo(page: Page, index: number): Promise<void> {
  await page.getByRole("button", { name: `Tick: ${ticked[index]}`, exact: true }).press("Enter");
  const field = page.getByLabel("Add to the list");
  await field.fill(added[index]!);
  await field.press("Enter");
  await expect(
    page.getByRole("button", { name: `Tick: ${added[index]}`, exact: true }),
  ).toBeVisible();
}

const expectWaiting = (page: Page, count: number) =>
  expect(page.getByText(`${count} changes wait for a connection`)).toBeVisible();

async function listItems({ dataFolder }: Mila) {
  await using db = openData(dataFolder);
  return await db
    .selectFrom("list_items")
    .select(["name", "ticked_at"])
    .where("deleted_at", "is", null)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

/** Counts the changes that the server has made. */
async function countArrived(mila: Mila): Promise<number> {
  const items = await listItems(mila);
  return items.filter(({ name, ticked_at }) => ticked_at !== null || added.includes(name)).length;
}

async function readItems(mila: Mila) {
  const items = await listItems(mila);
  const namesOf = (isTicked: boolean) =>
    items.filter(({ ticked_at }) => (ticked_at !== null) === isTicked).map(({ name }) => name);
  return { ticked: namesOf(true).toSorted(), open: namesOf(false) };
}
