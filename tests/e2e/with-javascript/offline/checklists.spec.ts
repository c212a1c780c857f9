import { expect, test } from "../../../support/browser/browser.ts";
import { openInstalled } from "../../../support/browser/installed.ts";
import { addTask } from "../../../support/records/add-task.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

test("what is ticked on a checklist without a network arrives once", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  const id = await addTask(family, { title: "Pack for camp" });
  await family.post(`/tasks/${id}/checklist`, { text: "socks, tent and torch" });
  await signIn();
  await openInstalled(page);
  await visit(`/tasks/${id}`);
  await context.setOffline(true);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  for (const name of ["Socks", "Tent"]) {
    await button(`Tick: ${name}`).press("Enter");
    await expect(button(`Bring back: ${name}`)).toBeFocused();
  }
  await button("Bring back: Socks").press("Enter");
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await expect(page.getByText("Waiting", { exact: true })).toHaveCount(2);

  await context.setOffline(false);
  await expect(page.getByText("Waiting", { exact: true })).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText("1 of 3")).toBeVisible();
  const html = await (await family.get(`/tasks/${id}`)).text();
  expect([...html.matchAll(/aria-label="Bring back: ([^"]+)"/g)].map(([, name]) => name)).toEqual([
    "Tent",
  ]);
});
