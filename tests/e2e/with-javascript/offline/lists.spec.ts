import { expect, test } from "../../../support/browser/browser.ts";
import { violations } from "../../../support/browser/axe.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { openInstalled } from "../../../support/browser/installed.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

const numbered = (name: string) => Array.from({ length: 10 }, (_, index) => `${name} ${index + 1}`);

test("what is ticked and added in a shop without a network arrives once", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  const [old, added] = [numbered("Apple"), numbered("Banana")];
  await family.post("/lists/shopping/items", { text: old.join(", ") });
  await signIn();
  await openInstalled(page);
  await visit("/lists/shopping");
  const copy = () =>
    page.evaluate(async () => (await (await caches.match("/lists/shopping"))?.text()) ?? "");
  await expect.poll(copy).toContain("Apple 10");
  await context.setOffline(true);

  await visit("/lists/shopping");
  const field = page.getByLabel("Add to the list");
  for (const [index, name] of old.entries()) {
    await page.getByRole("button", { name: `Tick: ${name}`, exact: true }).click();
    await field.fill(added[index]!);
    await field.press("Enter");
    await expect(page.getByRole("button", { name: `Tick: ${added[index]}` })).toBeVisible();
  }
  await expect(page.getByText("20 changes wait for a connection")).toBeVisible();
  // They wait across pages and reloads.
  await visit("/lists/shopping");
  await expect(page.getByRole("button", { name: "Bring back: Apple 10" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tick: Banana 10" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("wait for a connection")).toHaveCount(0, { timeout: 30_000 });
  const html = await (await family.get("/lists/shopping")).text();
  const names = (kind: string) =>
    [...html.matchAll(new RegExp(`aria-label="${kind}: ([^"]+)"`, "g"))].map(([, name]) => name);
  expect(names("Bring back").toSorted()).toEqual(old.toSorted());
  expect(names("Tick")).toEqual(added);
});

test("what two phones add without a network stays twice, until somebody keeps one", async ({
  page,
  signIn,
  family,
  mila,
  visit,
  context,
}) => {
  const sam = await newSam(mila, family);
  await family.post("/lists/shopping/items", { text: "eggs" });
  await signIn();
  await openInstalled(page);
  await visit("/lists/shopping");
  const copy = () =>
    page.evaluate(async () => (await (await caches.match("/lists/shopping"))?.text()) ?? "");
  await expect.poll(copy).toContain("Eggs");
  await context.setOffline(true);
  // Sam's arrives first, and the copy on the phone does not have it.
  await sam.post("/lists/shopping/items", { text: "milk" });
  await visit("/lists/shopping");
  const field = page.getByLabel("Add to the list");
  const milk = page.getByRole("button", { name: "Tick: Milk" });
  const waiting = page.getByText("Waiting", { exact: true });
  for (const words of ["milk", "eggs"]) {
    await field.fill(words);
    await field.press("Enter");
    await expect(field).toHaveValue("");
  }
  await expect(waiting).toHaveCount(2);

  await context.setOffline(false);
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });
  await expect(milk).toHaveCount(2);
  // These eggs were on the list that the phone showed.
  await expect(page.getByRole("button", { name: "Tick: Eggs" })).toHaveCount(1);
  await expect(page.getByText("Milk is on the list twice")).toBeVisible();
  await expect(page.getByText("is on the list twice")).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep one: Milk" }).press("Enter");
  await expect(page.getByText("Now on the list once")).toBeVisible();
  await expect(milk).toHaveCount(1);
  await expect(milk).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(milk).toHaveCount(2);
});
