import { addSession, expect, test } from "../../support/browser/browser.ts";
import { card, say, section } from "../../support/browser/on-screen.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { addTask } from "../../support/records/add-task.ts";
import { tomorrow } from "../../support/text/days.ts";

test.use({ viewport: { width: 360, height: 640 } });

test("the date of a completed task is below its title on a phone", async ({
  signIn,
  visit,
  page,
  family,
}) => {
  const id = await addTask(family, {
    title: "Order groceries for the party",
    dueDate: "2031-05-04T15:00",
  });
  await family.post(`/tasks/${id}/complete`);
  await signIn();
  await visit("/dashboard");
  const done = card(page, "Order groceries for the party");
  const [title, date] = [done.getByRole("heading"), done.getByText("May 4, 2031, 3:00 PM")];
  const left = async (part: typeof title) => Math.round((await part.boundingBox())!.x);
  expect(await left(date)).toBe(await left(title));
});

test("a phone shows the whole title of an upcoming reminder", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Take the pizza out of the oven", dueDate: "2031-06-10T15:00" });
  await visit("/dashboard");
  const title = section(page, "Upcoming reminders").getByText("Take the pizza out of the oven");
  await expect(title).toBeVisible();
  const cut = await title.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
  );
  // Letters reach a little below their line.
  expect(cut).toBeLessThan(8);
});

test("both reminders that a phone offers are on one line, even before its own font has arrived", async ({
  signedIn: page,
}) => {
  await say(page, "Water the plants in 3 hours");
  const offers = page.locator(".toast-offer");
  await expect(offers).toHaveCount(2);
  for (const font of ["", "sans-serif"]) {
    await page.evaluate((fontFamily) => (document.body.style.fontFamily = fontFamily), font);
    const tops = await offers.evaluateAll((all) =>
      all.map((offer) => offer.getBoundingClientRect().top),
    );
    expect.soft(new Set(tops).size, `in ${font || "its own font"}`).toBe(1);
  }
});

test("the date of a task breaks between words in large and in wide text", async ({
  page,
  signIn,
  visit,
  family,
}) => {
  await addTask(family, { title: "Feed the cat", dueDate: `${tomorrow()}T12:30` });
  await signIn();
  await visit("/dashboard");
  const right = await card(page, "Feed the cat").evaluate((task) => {
    document.documentElement.style.fontSize = "200%";
    // As readers may set it (WCAG, 1.4.12).
    document.body.style.letterSpacing = "0.12em";
    return task.getBoundingClientRect().right;
  });
  expect(right).toBeLessThanOrEqual(360);
});

test("an unsure date has one border in forced colors", async ({ signedIn: page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await say(page, "Soccer with grandpa on Saturday at 8");
  const choice = page.locator(".choice-chip").first();
  await expect(choice).toHaveCSS("border-top-width", "0px");
  await expect(choice.locator("span")).toHaveCSS("border-top-width", "1px");
});

test("a phone shows the whole message of a toast", async ({
  page,
  context,
  visit,
  family,
  mila,
}) => {
  const sam = await newSam(mila, family);
  const members = await (await family.get("/preferences/family/members")).text();
  const [remove = ""] = /\/preferences\/family\/household\/[\w-]+\/remove/.exec(members) ?? [];
  await family.post(remove);
  await addSession(context, mila, sam);
  await visit("/dashboard");
  const message = page.locator(".toast p").filter({ hasText: "You were removed" });
  await expect(message).toBeVisible();
  expect(
    await message.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBe(0);
});
