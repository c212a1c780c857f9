import { type FakeTwilio, startFakeTwilio } from "../fakes/twilio.ts";
import { addTask } from "../support/add-task.ts";
import { expect } from "../support/browser.ts";
import { addSam } from "../support/delegation-link.ts";
import { card, expectToast } from "../support/on-screen.ts";
import { test as base } from "../support/twilio-browser.ts";

// One of its own, and so a Mila of its own: nobody else's questions are refused.
const test = base.extend<object, { twilio: FakeTwilio }>({
  twilio: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using twilio = await startFakeTwilio({ isReporting: false });
      twilio.behave({ is: "refusing", code: 21211 });
      await use(twilio);
    },
    { scope: "worker" },
  ],
});

test("a question that Twilio refuses is not said to be asked, and there is another way", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addSam(family);
  const id = await addTask(family, { title: "Pick up Emma" });
  await visit(`/tasks/${id}/delegate`);
  await page.getByRole("radio", { name: "SMS" }).check();
  await page.getByRole("button", { name: "Delegate" }).click();
  await expectToast(
    page,
    "Hmm, I couldn't delegate that.",
    "That number is not reachable: check it. Want me to try again or remind you later tonight?",
  );
  await expect(page).toHaveURL(`/tasks/${id}/delegate`);

  await page.getByRole("radio", { name: "A link to copy" }).check();
  await page.getByRole("button", { name: /^(Delegate|Ask)/ }).click();
  await expectToast(page, "Task delegated!");
  await visit("/dashboard");
  await expect(card(page, "Pick up Emma")).toContainText("⏳ Pending");
});
