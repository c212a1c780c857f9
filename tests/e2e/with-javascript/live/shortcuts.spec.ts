import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card } from "../../../support/browser/on-screen.ts";

test("the installed app's shortcuts open what they say", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Call the vet" });
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  const urls = Object.fromEntries(
    manifest.shortcuts.map(({ name, url }: Record<string, string>) => [name, url]),
  );
  expect(Object.keys(urls)).toEqual(["Add a task", "Today"]);
  const input = page.getByLabel("What do you need?");
  // The page may be open, or not.
  for (const before of ["/dashboard", "/dashboard", "/family"]) {
    await visit(before);
    await expect(page.locator("textarea:focus")).toHaveCount(0);
    await page.goto(urls["Add a task"]);
    await expect(input).toBeFocused();
  }
  await visit(urls.Today);
  await expect(card(page, "Call the vet")).toBeVisible();
  await expect(input).not.toBeFocused();
});
