import { expect, test } from "../../../support/browser/browser.ts";
import { completeOffline, openWithCopyOf } from "../../../support/browser/installed.ts";
import { card, say } from "../../../support/browser/on-screen.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { addLimitEvents, letWindowsPass } from "../../../support/records/limit-events.ts";
import { openData } from "../../../support/records/open-data.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
  problems.expectStatus(429);
});

test("a tick made offline of a task that was moved meanwhile says who moved it, and the task stays", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  const sam = await newSam(mila, family);
  await signIn();
  const id = await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await sam.post(`/tasks/${id}/date`, { date: "2031-06-10", time: "08:10" });
  await context.setOffline(false);
  const refused = page.getByRole("alert").filter({ hasText: "I couldn't save this" });
  await expect(refused).toContainText(
    "Complete Call the vet: Sam moved this to Tue, Jun 10, 2031 at 8:10 AM",
    {
      timeout: 15_000,
    },
  );
  await expect(card(page, "Call the vet")).toContainText("Jun 10, 2031");
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).press("Enter");
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
});

test("a date chosen offline for a moved task says who moved it, and changes nothing", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  const sam = await newSam(mila, family);
  await signIn();
  const id = await openWithCopyOf(page, family, "Call the vet");
  await context.setOffline(true);
  await page.goto("/dashboard");
  await card(page, "Call the vet").getByRole("link", { name: "Add a date" }).press("Enter");
  await page.getByLabel("Date", { exact: true }).fill("2031-06-12");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Call the vet")).toContainText("Jun 12, 12:00 PM");
  await sam.post(`/tasks/${id}/date`, { date: "2031-06-10", time: "08:10" });
  await context.setOffline(false);
  const refused = page.getByRole("alert").filter({ hasText: "I couldn't save this" });
  await expect(refused).toContainText(
    "Move Call the vet to Jun 12, 12:00 PM: Sam moved this to Tue, Jun 10, 2031 at 8:10 AM",
    { timeout: 15_000 },
  );
  await expect(card(page, "Call the vet")).toContainText("Jun 10, 2031");
});

test("a tick in place of a task that was moved meanwhile is taken back, and says who moved it", async ({
  page,
  signIn,
  family,
  visit,
  mila,
}) => {
  await page.addInitScript(() => {
    window.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource;
  });
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title: "Call the vet" });
  await signIn();
  await visit("/dashboard");
  await sam.post(`/tasks/${id}/date`, { date: "2031-06-10", time: "08:10" });
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Nothing changed" })).toContainText(
    "Sam moved this to Tue, Jun 10, 2031 at 8:10 AM.",
  );
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }),
  ).toBeVisible();
  await expect(card(page, "Call the vet")).toContainText("Jun 10, 2031");
});

test("what is over the limit says so, holds up no tick, and is saved by itself later", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await using db = openData(mila.dataFolder);
  const { id: user_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  await context.setOffline(true);
  await page.goto("/dashboard");
  await say(page, "buy stamps");
  await say(page, "order groceries");
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).press("Enter");
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await addLimitEvents(db, [["adds_a_minute", user_id]], 60);
  await context.setOffline(false);
  const waiting = page.locator("details").filter({ hasText: "2 changes wait" });
  await expect(waiting).toContainText(
    "That's more than I can take at once, so I go on by myself in a while",
    {
      timeout: 15_000,
    },
  );
  await expect(page.getByText("for a connection")).toHaveCount(0);
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await letWindowsPass(db, ["adds_a_minute"]);
  await expect(waiting).toHaveCount(0, { timeout: 15_000 });
  await expect(card(page, "Buy stamps")).toHaveCount(1);
  await expect(card(page, "Order groceries")).toHaveCount(1);
});
