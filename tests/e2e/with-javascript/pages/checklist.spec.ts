import { bothWays } from "../../../support/browser/both-ways.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { tabTo } from "../../../support/browser/tab-to.ts";
import { addTask } from "../../../support/records/add-task.ts";

test("a checklist is used by keyboard alone, and the focus is never lost", async ({
  page,
  signIn,
  family,
  visit,
}) => {
  const id = await addTask(family, { title: "Pack for camp" });
  await signIn();
  await visit(`/tasks/${id}/checklist`);
  const field = page.getByLabel("Add to the checklist");
  await field.fill("socks, tent and torch");
  await field.press("Enter");
  const items = page.getByRole("listitem").filter({ has: page.getByLabel(/^Delete: /) });
  await expect(items).toHaveText(["Socks", "Tent", "Torch"]);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Move down: Socks").press("Enter");
  await expect(items).toHaveText(["Tent", "Socks", "Torch"]);
  await expect(button("Move down: Socks")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(items).toHaveText(["Tent", "Torch", "Socks"]);
  await expect(button("Move down: Socks")).toBeFocused();
  await button("Delete: Torch").press("Enter");
  await expect(items).toHaveText(["Tent", "Socks"]);
  await expect(button("Delete: Socks")).toBeFocused();
  await button("Undo").press("Enter");
  await expect(items).toHaveText(["Tent", "Torch", "Socks"]);

  await visit(`/tasks/${id}`);
  await button("Tick: Torch").press("Enter");
  await expect(button("Bring back: Torch")).toBeFocused();
  await expect(page.getByText("1 of 3")).toBeVisible();
  // Somebody else ticks one meanwhile.
  const html = await (await family.get(`/tasks/${id}`)).text();
  const [, tick] = /action="(\/tasks\/[^"]+\/tick)"/.exec(html) ?? [];
  await family.post(tick!);
  await expect(page.getByText("2 of 3")).toBeVisible();
});

test(
  "Done is on the first screen of a task with 100 items, and the other buttons are one press away",
  bothWays,
  async ({ signedIn: page, family, visit }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await addTask(family, { title: "Pack for camp" });
    const names = Array.from({ length: 100 }, (_, index) => `Thing ${index + 1}`);
    await family.post(`/tasks/${id}/checklist`, { text: names.join(", ") });
    await visit(`/tasks/${id}`);
    await expect(page.getByRole("button", { name: "Done", exact: true })).toBeInViewport();
    await tabTo(page, "Done");
    await tabTo(page, "Skip the list");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Edit" })).toBeInViewport();
    await expect(page.getByRole("group", { name: "More for this task" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Date", exact: true })).toBeFocused();
  },
);

test("a press that fails while the one before loads the page leaves the links working", async ({
  signedIn: page,
  family,
  visit,
  problems,
}) => {
  problems.expectOffline();
  const id = await addTask(family, { title: "Pack for camp" });
  await family.post(`/tasks/${id}/checklist`, { text: "socks, tent and torch" });
  await visit(`/tasks/${id}/checklist`);
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<void>();
  await page.route("**/checklist.data*", async (route) => {
    loading.resolve();
    await loaded.promise;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Delete: Torch" }).press("Enter");
  await loading.promise;
  await page.route("**/move.data*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Move down: Socks" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Error" })).toBeVisible();
  loaded.resolve();
  await page.getByRole("link", { name: "Task", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Pack for camp" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Tick: / })).toHaveCount(2);
});
