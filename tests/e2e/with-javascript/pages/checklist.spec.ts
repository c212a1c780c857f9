import { expect, test } from "../../../support/browser/browser.ts";
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
