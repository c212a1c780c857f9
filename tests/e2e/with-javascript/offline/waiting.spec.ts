import { addTask } from "../../../support/records/add-task.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { expect, test, timeZone, waitForHydration } from "../../../support/browser/browser.ts";
import { violations } from "../../../support/browser/axe.ts";
import {
  completeOffline,
  openInstalled,
  openWithCopyOf,
  waitForCopy,
} from "../../../support/browser/installed.ts";
import { card, say } from "../../../support/browser/on-screen.ts";
import { dispatchSync } from "../../../support/browser/push-browser.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

test("what is added, completed and moved without a connection waits, then arrives", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await addTask(family, { title: "Call the vet" });
  await addTask(family, { title: "Order groceries" });
  await signIn();
  await openInstalled(page);
  await waitForCopy(page, "Order groceries");
  await context.setOffline(true);
  await visit("/dashboard");

  await expect(page.getByRole("status").filter({ hasText: "You're offline" })).toBeVisible();
  const places = () =>
    page
      .locator(".task, h1, h2")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  const before = await places();
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).press("Enter");
  const waiting = page.locator("details").filter({ hasText: "for a connection" });
  await expect(waiting).toContainText("1 change waits for a connectionComplete Call the vet");
  await say(page, "buy stamps tomorrow at 3pm");
  await expect(waiting).toContainText(
    "2 changes wait for a connectionAdd buy stamps tomorrow at 3pm",
  );
  expect(await places()).toEqual(before);
  await waiting.getByText("2 changes wait").click();
  await expect(waiting.getByRole("button", { name: "Discard" })).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await card(page, "Order groceries").getByRole("link", { name: "Add a date" }).press("Enter");
  await page.getByLabel("Date", { exact: true }).fill("2031-06-10");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await expect(card(page, "Order groceries")).toContainText("Jun 10, 12:00 PM");
  await expect(card(page, "Order groceries")).toContainText("Waiting for a connection");

  // They wait across pages and reloads.
  await expect(page).toHaveURL("/dashboard");
  await waitForHydration(page);
  await visit("/family");
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("wait for a connection")).toHaveCount(0);
  await visit("/dashboard");
  await expect(card(page, "Buy stamps")).toHaveCount(1);
  await expect(card(page, "Order groceries")).toContainText("Jun 10");
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await waitForHydration(page);
});

test("a date chosen offline for a task of another time zone says which one it is", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await addTask(family, { title: "Call Grandma", dueDate: "2031-06-10T09:00" });
  const profile = { firstName: "Nora", lastName: "", role: "mom", timeZone: "Pacific/Auckland" };
  await family.post("/preferences/profile", profile);
  await signIn();
  await openInstalled(page);
  await waitForCopy(page, "Call Grandma");
  await context.setOffline(true);
  await visit("/dashboard");
  await card(page, "Call Grandma")
    .getByRole("link", { name: /^Jun 11/ })
    .press("Enter");
  await expect(page.getByRole("dialog")).toContainText(`Time zone: ${timeZone}`);
});

test("a move says what it replaces, and a change at which Mila fails lets others go on", async ({
  page,
  signIn,
  family,
  visit,
  context,
  problems,
}) => {
  problems.expectStatus(500);
  const vet = await addTask(family, { title: "Call the vet" });
  await addTask(family, { title: "Order groceries" });
  await family.post("/dashboard", {
    text: "Water the plants every Monday at 9am",
    requestId: crypto.randomUUID(),
  });
  await signIn();
  await openInstalled(page);
  await waitForCopy(page, "Order groceries");
  await context.setOffline(true);
  await visit("/dashboard");
  await card(page, "Water the plants")
    .getByRole("link", { name: /^(?!Reminds).*9:00 AM/ })
    .press("Enter");
  await expect(page.getByRole("dialog")).toContainText(
    /Every Monday 9 AM · next [^.]+\. If you choose that day or a later one, this one replaces it\./,
  );
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  // While it closes, a key would still press a button of the dialog.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const complete = (title: string) =>
    card(page, title).getByRole("button", { name: "Mark as complete" }).press("Enter");
  await complete("Call the vet");
  await expect(page.getByText("1 change waits for a connection")).toBeVisible();
  await complete("Order groceries");
  await expect(page.getByText("2 changes wait for a connection")).toBeVisible();
  await context.route(/\/api\/save-change$/, (route) =>
    route.request().postData()?.includes(vet) ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await context.setOffline(false);
  const stuck = page
    .getByRole("alert")
    .filter({ hasText: "I can't save this yet. I'll keep trying" });
  await expect(stuck).toContainText("Call the vet", { timeout: 20_000 });
  await expect(page.getByText(/changes? waits? for a connection/)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await visit("/dashboard");
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await stuck.getByRole("button", { name: "Discard: Call the vet" }).click();
  await expect(stuck).toHaveCount(0);
});

test("what cannot be saved without a connection is remembered on the device", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await visit("/preferences/profile");
  await page.getByLabel("First Name").fill("Nora");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByRole("button", { name: "Remind me later tonight" }).click();
  await expect(page.getByText("I keep it on this device")).toBeVisible();
  await context.setOffline(false);
  await visit("/dashboard");
  await expect(card(page, "Save again: Preferences, profile")).toContainText("First name: Nora");
});

test("what waits is sent with Mila's pages closed", async ({
  page,
  signIn,
  family,
  context,
  mila,
  otherDevice,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await page.goto("about:blank");
  await context.setOffline(false);
  await dispatchSync(page, mila.url);
  await expect(async () => {
    await otherDevice.goto("/dashboard");
    await expect(
      card(otherDevice, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();
  }).toPass({ timeout: 15_000 });
});

test("a tick that is taken back without a connection leaves alone what somebody else did first", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  const sam = await newSam(mila, family);
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }).click();
  await expect(page.getByText("2 changes wait for a connection")).toBeVisible();
  const html = await (await sam.get("/dashboard")).text();
  const id = /\/tasks\/([\da-f-]{36})\/complete/.exec(html)?.[1] ?? "";
  await sam.post(`/tasks/${id}/complete`);
  await context.setOffline(false);
  await expect(page.getByText("Sam completed this")).toBeVisible();
  expect(await (await sam.get("/dashboard")).text()).toContain("Mark as incomplete");
});
