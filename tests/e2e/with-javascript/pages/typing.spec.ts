import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast, say } from "../../../support/browser/on-screen.ts";

/** Two weeks of a family of six. */
const requests = [
  "pick up emma at 3 tomorrow",
  "dentist leo thursday 4pm",
  "ben: oil change saturday",
  "milk, eggs, bread and butter",
  "we're out of diapers",
  "call oma every sunday at 11",
  "soccer practice leo mon and wed 4:30",
  "vet for luna dec 4 3:15pm",
  "cancel netflix",
  "email teacher about leos reading",
  "mia sleepover at sofies friday 6pm",
  "lunch money for mia monday",
  "parent teacher conference dec 2 6:30pm",
  "renew library books",
  "school play costume due next friday",
  "winter boots for emma",
  "walk the dog at 7",
  "pick up moms prescription at cvs",
  "book flights for christmas",
  "register emma for summer camp before jan 15",
  "trash out every tuesday 7pm",
  "piano lesson mia every tuesday at 5",
  "remind ben to call the bank tomorrow",
  "oma's pills every day at 8",
  "haircut leo sometime next week",
  "date night with ben on the 12th at 7:30pm",
  "add wrapping paper to the shopping list",
  "where is that thing about the dentist",
  "what's on saturday",
  "move dentist to friday at 5",
  "the oil change is done",
  "cancel piano next week",
  "ben takes the vet",
  "undo",
];

test("a family types its week, one request after the other, and never loses the input", async ({
  signedIn: page,
}) => {
  test.slow();
  const input = page.getByLabel("What do you need?");
  await input.focus();
  for (const text of requests) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(input).toHaveValue("");
    await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
    await expect(input).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("a day or a time alone is answered above the input, which keeps the focus", async ({
  signedIn: page,
  family,
}) => {
  await addTask(family, { title: "Call the vet", dueDate: "2041-06-15T15:00" });
  const input = page.getByLabel("What do you need?");
  const answer = page.locator(".answer");
  await say(page, "June 15 2041");
  await expect(answer.getByRole("link", { name: "Call the vet" })).toBeVisible();
  await expect(input).toBeFocused();
  for (const text of ["next week", "tomorrow", "friday at 5", "3pm", "the 15th", "um"]) {
    await say(page, text);
    await expect(answer.getByRole("heading", { name: text })).toBeVisible();
    await expect(input).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await expect(answer).toContainText("What do you need?");
  await answer.getByRole("button", { name: "Add it as a task instead" }).click();
  await expect(page.getByRole("dialog", { name: "Is this right?" })).toBeVisible();
});

test("a new answer takes the place of an older toast, which a live change keeps", async ({
  signedIn: page,
  family,
}) => {
  await say(page, "Call the vet on June 15 2041");
  await expectToast(page, "Task added!");
  await addTask(family, { title: "Order stamps", dueDate: "2041-06-15T15:00" });
  await expect(card(page, "Order stamps")).toBeAttached();
  await expectToast(page, "Task added!");
  await say(page, "when is the vet");
  await expect(page.locator(".answer")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a task without a date is asked for one above the input, which keeps the focus", async ({
  signedIn: page,
}) => {
  const input = page.getByLabel("What do you need?");
  const question = page.getByRole("group", { name: "When is “Cancel Netflix” due?" });
  await say(page, "cancel netflix");
  await expect(question).toBeVisible();
  await expect(input).toBeFocused();
  await question.getByRole("button", { name: "Tomorrow" }).click();
  await expectToast(page, "Task saved!");
  await expect(question).toHaveCount(0);
  await expect(input).toBeFocused();
  const tomorrows = page.locator("[data-group='tomorrow']");
  await expect(tomorrows.getByRole("link", { name: /^cancel netflix$/i })).toBeVisible();
  // Only the day was chosen.
  await expect(card(page, "Cancel Netflix")).not.toContainText("PM");
});

test("what stands above the input is still there after a dialog", async ({
  signedIn: page,
  family,
}) => {
  await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await say(page, "when is the vet");
  const found = page.locator(".answer").getByRole("link", { name: "Call the vet" });
  await found.click();
  await expect(page.getByRole("dialog", { name: "Call the vet" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(found).toBeFocused();
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("when is the vet")).toBeVisible();

  await say(page, "cancel netflix");
  const question = page.getByRole("group", { name: "When is “Cancel Netflix” due?" });
  await question.getByRole("link", { name: "Pick…" }).click();
  await expect(page.getByRole("dialog", { name: "When is it due?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(question).toBeVisible();
});

test("a task that is ticked does not swallow what was typed meanwhile", async ({
  signedIn: page,
  family,
}) => {
  await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await say(page, "when is the vet");
  await expect(page.locator(".answer")).toBeVisible();
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/complete/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.route(/dashboard\.data$/, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    // A browser has the cookie with the answer, and not before.
    const context = page.context();
    const toasts = (await context.cookies()).filter(({ name }) => name === "mila_toast");
    await context.clearCookies({ name: "mila_toast" });
    goOn();
    await page.waitForResponse(/asked=|complete/);
    await context.addCookies(toasts);
    await route.fulfill({ response: answer });
  });
  const toastsSoFar = await watchToasts(page);
  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).click();
  await say(page, "cancel netflix");
  await expect(page.getByText("When is “Cancel netflix” due?")).toBeVisible();
  await expect.poll(toastsSoFar).toContain("Task added!");
});

/** Returns what lists the words of all toasts from now on: the next one may follow at once. */
async function watchToasts(page: Page): Promise<() => Promise<string>> {
  const words = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const { innerText } of document.querySelectorAll<HTMLElement>(".toast"))
        seen.add(innerText);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => words.evaluate((seen) => [...seen].join("\n"));
}

test("the question for a date goes away with the next task, or when it is answered with none", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await say(page, "cancel netflix");
  await expect(page.getByText("When is “Cancel Netflix” due?")).toBeVisible();
  await say(page, "order stamps");
  await expect(page.getByText("When is “Order stamps” due?")).toBeVisible();
  await expect(page.getByText("When is “Cancel Netflix” due?")).toHaveCount(0);
  await page.getByRole("link", { name: "No date", exact: true }).click();
  await expect(page.getByText("When is “Order stamps” due?")).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");

  await say(page, "board games on Feb 30 at 5pm");
  await expect(page.getByText("I didn't understand on Feb 30.")).toBeVisible();
  const dated = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await visit(`/dashboard?when=${dated}`);
  await expect(page.getByText("When is")).toHaveCount(0);
});

test("what a list refused is no longer said once something was added", async ({
  signedIn: page,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/lists/shopping");
  const field = page.getByLabel("Add to the list");
  await field.press("Enter");
  await expect(page.getByText("Please enter what you need")).toBeVisible();
  await field.fill("Bananas");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Tick: Bananas" })).toBeVisible();
  await expect(page.getByText("Please enter what you need")).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-invalid");
});
