import type { Page } from "@playwright/test";
import type { FakeTwilio } from "../../fakes/twilio.ts";
import { inboundFields, postSigned } from "../../fakes/twilio/webhooks.ts";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, waitForHydration, timeZone } from "../../support/browser/browser.ts";
import { confirmNumber } from "../../support/people/confirm-number.ts";
import { addSam, askSam } from "../../support/messages/delegation-link.ts";
import {
  card,
  expectEnterButton,
  expectToast,
  pressMore,
} from "../../support/browser/on-screen.ts";
import { test as base } from "../../support/browser/providers-browser.ts";
import type { Visitor } from "../../support/product/visitor.ts";

interface Fixtures {
  /** A signed-out browser. */
  samsPage: Page;
  openOnPhone: (path: string) => Promise<void>;
}

const samsNumber = "+12015550123";
const norasNumber = "+12015550101";

const test = base.extend<Fixtures>({
  samsPage: async ({ browser, problems, mila, javaScriptEnabled }, use) => {
    const viewport = { width: 360, height: 640 };
    await using context = await browser.newContext({
      baseURL: mila.url,
      timezoneId: timeZone,
      javaScriptEnabled,
      viewport,
    });
    problems.watch(context);
    await use(await context.newPage());
  },
  openOnPhone: ({ samsPage, javaScriptEnabled }, use) =>
    use(async (path) => {
      await samsPage.goto(path);
      if (javaScriptEnabled) await waitForHydration(samsPage);
    }),
});

async function setUpFamily(family: Visitor, twilio: FakeTwilio): Promise<void> {
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone,
  });
  await confirmNumber(family, twilio, norasNumber);
  await addSam(family);
}

const textsTo = (twilio: FakeTwilio, number: string) =>
  twilio.messages().filter(({ to }) => to === number);

async function textTo(twilio: FakeTwilio, number: string, words: string): Promise<string> {
  await expect
    .poll(() => textsTo(twilio, number).at(-1)?.body ?? "", { timeout: 15_000 })
    .toContain(words);
  return textsTo(twilio, number).at(-1)?.body ?? "";
}

async function askBySms(page: Page, email: string, title: string): Promise<void> {
  await pressMore(card(page, title), "Delegate");
  await expect(page.getByRole("heading", { level: 1, name: "Who can do this?" })).toBeVisible();
  await page.getByRole("radio", { name: "SMS" }).check();
  await expect(
    page.getByText(`Mila: Nora (${email}) asks: can you do this? "${title}"`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Delegate" }).click();
  await expectToast(page, "Task delegated!", "SMS sent successfully");
  await expect(card(page, title)).toContainText("⏳ Pending");
}

async function expectOnCard(
  page: Page,
  title: string,
  words: string,
  hasScripts: boolean | undefined = true,
): Promise<void> {
  if (!hasScripts) await page.reload();
  await expect(card(page, title)).toContainText(words);
}

test(
  "Nora asks Sam by text, and he accepts by the link and later marks it done",
  bothWays,
  async ({ signedIn: page, visit, family, twilio, samsPage, openOnPhone, javaScriptEnabled }) => {
    await setUpFamily(family, twilio);
    const taskId = await addTask(family, {
      title: "Pick up Emma",
      category: "Kids",
      dueDate: "2031-05-04T15:00",
    });
    await visit("/dashboard");
    await askBySms(page, family.email, "Pick up Emma");

    const text = await textTo(
      twilio,
      samsNumber,
      'asks: can you do this? "Pick up Emma", Sun, May 4, 2031 at 3:00 PM.',
    );
    await openOnPhone(/\/delegations\/\S+/.exec(text)?.[0] ?? "");
    await expect(samsPage.getByRole("heading", { level: 1 })).toHaveText(
      "Nora asks: can you do this?",
    );
    expect(
      await samsPage.evaluate(() => document.documentElement.scrollHeight),
    ).toBeLessThanOrEqual(640);
    await samsPage.getByLabel("Add a note (optional)").fill("There at three");
    await samsPage.getByRole("button", { name: "Yes, I'll do it" }).click();
    await expect(samsPage.getByRole("heading", { level: 1 })).toHaveText("Thank you, Sam");
    await expect(samsPage.getByRole("link", { name: "Add to my calendar" })).toHaveAttribute(
      "href",
      /20310504T190000Z/,
    );

    await expectOnCard(page, "Pick up Emma", "✓ Accepted", javaScriptEnabled);
    await textTo(twilio, norasNumber, 'Sam says yes: Pick up Emma. "There at three"');

    await samsPage.getByRole("button", { name: "It's done" }).click();
    await expect(samsPage.getByText("The person who asked knows it's done.")).toBeVisible();
    await textTo(twilio, norasNumber, "Sam says it's done: Pick up Emma.");
    if (!javaScriptEnabled) await page.reload();
    await expect(
      card(page, "Pick up Emma").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();

    await visit(`/tasks/${taskId}`);
    const history = page.getByRole("region", { name: "Requests" });
    await expect(history).toContainText(/Sam.*Asked by SMS.*Said yes.*There at three.*Done/s);
  },
);

test("Sam answers one request with a thumb and the other with no", async ({
  signedIn: page,
  visit,
  family,
  twilio,
  mila,
}) => {
  await setUpFamily(family, twilio);
  await addTask(family, { title: "Call the vet" });
  await addTask(family, { title: "Buy milk" });
  await visit("/dashboard");
  const replies = async (body: string) => {
    const caller = {
      accountSid: twilio.settings.TWILIO_ACCOUNT_SID ?? "",
      authToken: twilio.settings.TWILIO_AUTH_TOKEN ?? "",
    };
    const message = {
      sid: `SM${crypto.randomUUID().replaceAll("-", "")}`,
      from: samsNumber,
      to: "+15550100000",
      body,
    };
    const url = `${mila.url}/webhooks/twilio/inbound`;
    return (await postSigned(caller, url, inboundFields(caller, message as never))).text();
  };

  await askBySms(page, family.email, "Call the vet");
  expect(await replies("👍")).toContain("Thank you. Nora knows you're on it: Call the vet.");
  await expectOnCard(page, "Call the vet", "✓ Accepted");
  await textTo(twilio, norasNumber, "Sam says yes: Call the vet.");

  await askBySms(page, family.email, "Buy milk");
  expect(await replies("what?")).toContain("Sorry, I only understand YES or NO.");
  expect(await replies("what?")).not.toContain("<Message>");
  expect(await replies("No, the shop is closed")).toContain("Nora knows you can't: Buy milk.");
  await expectOnCard(page, "Buy milk", "✗ Declined");
  await textTo(twilio, norasNumber, 'Sam says no: Buy milk. "No, the shop is closed"');
});

test("a withdrawn request says so and takes no more answers", async ({
  signedIn: page,
  visit,
  family,
  twilio,
  samsPage,
  openOnPhone,
  problems,
}) => {
  problems.expectStatus(409);
  await setUpFamily(family, twilio);
  const { taskId, path } = await askSam(family, { title: "Call the vet" });
  await openOnPhone(path);
  await visit(`/tasks/${taskId}/delegate`);
  await page.getByRole("button", { name: "I didn't send it" }).click();
  await expectToast(page, "Request cancelled");
  await expect(card(page, "Call the vet")).not.toContainText("Pending");

  await samsPage.getByRole("button", { name: "Sorry, I can't" }).click();
  await expect(samsPage.getByRole("heading", { level: 1 })).toHaveText(
    "The person who asked cancelled this request",
  );
  await expect(samsPage.getByText("Things changed before you answered")).toBeVisible();
});

test("Enter in the note field answers neither yes nor no", async ({
  family,
  twilio,
  samsPage,
  openOnPhone,
  problems,
}) => {
  problems.expectStatus(400);
  await setUpFamily(family, twilio);
  await openOnPhone((await askSam(family)).path);
  const line = samsPage.getByLabel("Add a note (optional)");
  await expectEnterButton(line);
  await line.fill("I'm at work");
  await line.press("Enter");
  await expect(samsPage.getByText("Please choose one of the buttons")).toBeVisible();
  await expect(line).toHaveValue("I'm at work");
});

test("a family without a spouse or partner is led to adding one", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await visit(`/tasks/${await addTask(family, { title: "Call the vet" })}/delegate`);
  await expect(page.getByText("No spouse or partner added yet")).toBeVisible();
  await page.getByRole("link", { name: "Add Family Member" }).click();
  await expect(page).toHaveURL(/\/preferences\/family/);
});
