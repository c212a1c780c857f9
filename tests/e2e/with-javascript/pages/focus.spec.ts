import type { Locator } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast, openEdit, say } from "../../../support/browser/on-screen.ts";

test("a chip that moves a task to another category leaves the focus on its card", async ({
  signedIn: page,
}) => {
  await say(page, "Ask grandma about the school trip tomorrow");
  const chip = card(page, "Ask grandma about the school trip").getByRole("button", {
    name: /^or (Kids|Elders)\?$/,
  });
  await chip.focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Category changed");
  await expect(
    card(page, "Ask grandma").getByRole("link", {
      name: "Ask grandma about the school trip",
      exact: true,
    }),
  ).toBeFocused();
});

test("completing a task keeps the text in the input", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("Order sta");
  await card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await expect(page.getByLabel("What do you need?")).toHaveValue("Order sta");
});

test("after a page change the focus is on the new heading, also when a form opens the same one again", async ({
  signedIn: page,
}) => {
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press("Enter");
  };
  const heading = page.getByRole("heading", { level: 1 });
  await press(page.getByRole("link", { name: "Family", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Family Dashboard" })).toBeVisible();
  await expect(heading).toBeFocused();
  await page.goto("/preferences/family/members");
  await page.getByLabel("Name", { exact: true }).fill("Emma");
  await page.getByLabel("Relation").selectOption("child");
  await press(page.getByRole("button", { name: "Add", exact: true }));
  await expectToast(page, "Emma added");
  await expect(heading).toBeFocused();
  const emma = page.getByRole("listitem").filter({ hasText: "Emma" });
  await press(emma.locator("summary", { hasText: "Remove" }));
  await press(emma.getByRole("button", { name: "Remove Emma" }));
  await expectToast(page, "Member removed");
  await expect(heading).toBeFocused();
});

test("when somebody else deletes the card in focus, the next card or the heading has it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const [bag, vet] = [
    await addTask(family, { title: "Pack the bag" }),
    await addTask(family, { title: "Call the vet" }),
  ];
  await visit("/dashboard");
  const title = (name: string) => card(page, name).getByRole("link", { name, exact: true });
  const more = card(page, "Pack the bag").getByRole("link", { name: "More" });
  await more.focus();
  await family.post(`/tasks/${bag}/delete`, {});
  await expect(more).toHaveCount(0);
  await expect(title("Call the vet")).toBeFocused();
  await family.post(`/tasks/${vet}/delete`, {});
  await expect(title("Call the vet")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Escape from a dialog that a menu opened leaves the focus on the menu's button", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Call the vet" });
  await visit("/dashboard");
  const more = card(page, "Call the vet").getByRole("link", { name: "More" });
  for (const name of ["Date", "Who", "Repeat", "Edit", "Delegate"]) {
    await more.focus();
    await page.keyboard.press("Enter");
    await card(page, "Call the vet").getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(more, name).toBeFocused();
  }
});

test("on a phone, each reminder that gets the focus is on the screen", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const title of ["Call the vet", "Pack the bag", "Pay the rent"])
    await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  await visit("/dashboard");
  const reminders = page.locator(".reminder");
  await expect(reminders).toHaveCount(3);
  await page.getByRole("link", { name: "Call the vet" }).first().focus();
  for (const reminder of await reminders.all()) {
    const parts = await reminder.locator("a, button").all();
    for (const part of parts) {
      await expect(part).toBeFocused();
      await expect(part).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Tab");
    }
  }
});

test("when more completed tasks unfold, the first of them has the focus", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (let count = 1; count <= 12; count += 1) {
    const id = await addTask(family, { title: `Errand ${count}` });
    await family.post(`/tasks/${id}/complete`, {});
  }
  await visit("/family");
  const summary = page.getByText(/^\d+ more completed$/);
  await summary.press("Enter");
  const first = page.locator("[data-folded] .task-title a").first();
  await expect(first).toBeVisible();
  await expect(first).toBeFocused();
});

test("a task opens at its top from far down the family page", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (let count = 1; count <= 20; count += 1) await addTask(family, { title: `Errand ${count}` });
  await visit("/family");
  const last = page.locator(".task-title a").last();
  await last.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Errand/ })).toBeInViewport();
});

test("after a save by keyboard, the button that has the focus is on the screen", async ({
  signedIn: page,
  visit,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/preferences/notifications");
  const save = page.getByRole("button", { name: "Save", exact: false }).last();
  await save.focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Settings saved successfully!");
  await expect(save).toBeFocused();
  await expect(save).toBeInViewport({ ratio: 1 });
});

test("a page that cannot be loaded has the focus on its heading, and so has the next one", async ({
  signedIn: page,
  visit,
  problems,
}) => {
  problems.expectOffline();
  await visit("/dashboard");
  await page.route("**/family.data*", (route) => route.abort());
  await page.getByRole("link", { name: "Family", exact: true }).press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Something went wrong");
  await expect(heading).toBeFocused();
  await page.getByRole("link", { name: "Return to Home" }).press("Enter");
  await expect(heading).toHaveText(/^Good/);
  await expect(heading).toBeFocused();
});

test("the outline of a focused title leaves its date readable", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries", dueDate: "2031-06-10T15:00" });
  await visit("/dashboard");
  await card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }).focus();
  await page.keyboard.press("Tab");
  const title = card(page, "Order groceries").getByRole("link", {
    name: "Order groceries",
    exact: true,
  });
  await expect(title).toBeFocused();
  const outlines = await title.evaluate((link) =>
    [link, ...link.children].flatMap((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      const edge = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const { right, bottom } = element.getBoundingClientRect();
      return outlineStyle === "none" ? [] : [{ right: right + edge, bottom: bottom + edge }];
    }),
  );
  const date = (await card(page, "Order groceries").locator("time").boundingBox())!;
  expect(outlines).toHaveLength(1);
  // The date is below the title, or beside it.
  const isReadable = outlines.map(
    ({ right, bottom }) => bottom <= date.y + 1 || right <= date.x + 1,
  );
  expect(isReadable).toEqual([true]);
});

test("a wrong code moves the focus to its field, though its page is another", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  const phone = { phoneNumber: "(201) 555-0123", smsEnabled: "on" };
  await family.post("/preferences/notifications", phone);
  await visit("/preferences/notifications");
  await page.getByRole("textbox", { name: "Code" }).fill("123456");
  await page.getByRole("button", { name: "Confirm number" }).click();
  await expect(page.getByText("That's not the code")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your number");
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
});

test("in a low window, as on a phone on its side, a field in focus is not covered", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries", dueDate: "2041-06-14T09:00" });
  await visit("/dashboard");
  for (const size of [
    { width: 640, height: 330 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    await openEdit(page, "Order groceries");
    // The buttons leave the little room to the form.
    await page.getByLabel("Title").focus();
    await expect(page.getByRole("button", { name: "Save Changes" })).not.toBeInViewport();
    for (const label of ["Title", "Category", "Due date", "Who", "About", "Description"]) {
      const field = page.getByRole("dialog").getByLabel(label, { exact: true });
      await field.focus();
      const isCovered = await field.evaluate((input) => {
        const { left, top, bottom } = input.getBoundingClientRect();
        const middle = Math.min((top + bottom) / 2, top + 20);
        return !input.contains(document.elementFromPoint(left + 20, middle));
      });
      expect.soft(isCovered, `${label} at ${size.width} px`).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the outline of a toast's button stands out from the toast", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await card(page, "Order groceries").getByRole("link", { name: "More" }).press("Enter");
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    const undo = page.locator(".toast").getByRole("button", { name: "Undo" });
    await undo.focus();
    const [outline, words] = await undo.evaluate((button) => [
      getComputedStyle(button).outlineColor,
      getComputedStyle(button).color,
    ]);
    expect(outline).toBe(words);
    await undo.press("Enter");
    await expectToast(page, "Task restored");
  }
});
