import { expect, test } from "../../../support/browser/browser.ts";
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
