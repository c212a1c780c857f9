import type { Page } from "@playwright/test";
import { readEvents } from "../../support/messages/calendar.ts";
import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { expectToast } from "../../support/browser/on-screen.ts";

const linkOn = (page: Page) => page.getByLabel("Link for “Subscribe”").inputValue();

test("a feed can be turned on, narrowed to categories, renewed and turned off", async ({
  page,
  signIn,
  visit,
  family,
  request,
}) => {
  const title = "Call grandma";
  await addTask(family, { title, category: "Elders", dueDate: "2031-05-04T15:00" });
  await signIn();
  await visit("/preferences/calendar");
  await page.getByLabel("Kids").uncheck();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expectToast(page, "Settings updated");
  const link = await linkOn(page);
  const open = page.getByRole("link", { name: "Open in my calendar" });
  await expect(open).toHaveAttribute("href", link.replace("http:", "webcal:"));
  await expect(page.getByLabel("Kids")).not.toBeChecked();
  await expect(page.getByLabel("Elders")).toBeChecked();
  expect(readEvents(await (await request.get(link)).text())).toMatchObject([{ summary: title }]);

  await page.getByLabel("Elders").uncheck();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(async () => readEvents(await (await request.get(link)).text())).toEqual([]);
  await expect(page.getByLabel("Elders")).not.toBeChecked();

  await page.getByText("Make a new link").first().click();
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect.poll(() => linkOn(page)).not.toBe(link);
  const renewed = await linkOn(page);
  expect([(await request.get(link)).status(), (await request.get(renewed)).status()]).toEqual([
    404, 200,
  ]);

  await page.getByText("Turn off").first().click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  expect((await request.get(renewed)).status()).toBe(404);
});

test("a feed without any category is refused beside its choices", async ({
  page,
  signIn,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await signIn();
  await visit("/preferences/calendar");
  for (const category of ["Kids", "Household", "Elders"]) await page.getByLabel(category).uncheck();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Please choose what to show")).toBeVisible();
  await expect(page.getByLabel("Kids")).not.toBeChecked();
  await page.getByLabel("Kids").check();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page).toHaveURL("/preferences/calendar");
  await expectToast(page, "Settings updated");
});

test("a task's page offers a calendar file once the task has a date", async ({
  page,
  signIn,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Pick up Emma", dueDate: "2031-05-04T15:00" });
  const undated = await addTask(family, { title: "Order groceries" });
  await signIn();
  await visit(`/tasks/${id}`);
  expect(await download(page)).toMatchObject([
    { uid: id, summary: "Pick up Emma", dtstart: "2031-05-04T19:00:00.000Z" },
  ]);
  await visit(`/tasks/${undated}`);
  await expect(page.getByRole("link", { name: "Download for any calendar" })).toHaveCount(0);
});

test("someone who said yes can add the task to their calendar without an account", async ({
  page,
  visit,
  family,
}) => {
  const { taskId, path } = await askSam(family, {
    title: "Pick up Emma",
    dueDate: "2031-05-04T15:00",
  });
  await visit(path);
  await page.getByRole("button", { name: "Yes, I'll do it" }).click();
  await expect(page.getByRole("link", { name: "Add to my calendar" })).toBeVisible();
  expect(await download(page)).toMatchObject([{ uid: taskId, summary: "Pick up Emma" }]);
});

async function download(page: Page) {
  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download for any calendar (.ics)" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("mila.ics");
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return readEvents(Buffer.concat(parts).toString());
}
