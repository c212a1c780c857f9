import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { expect } from "../../support/browser/browser.ts";
import { card, expectToast } from "../../support/browser/on-screen.ts";
import { test } from "../../support/browser/providers-browser.ts";

test("a request that Twilio refuses counts as not sent, and another channel is offered", async ({
  signedIn: page,
  visit,
  family,
  twilio,
}) => {
  twilio.behave({ type: "refusing", code: 21211, to: "+12015550166" });
  await addFamilyMember(family, { name: "Sam", phone: "(201) 555-0166" });
  const id = await addTask(family, { title: "Pick up Emma" });
  await visit(`/tasks/${id}/delegate`);
  await page.getByRole("radio", { name: "SMS" }).check();
  await page.getByRole("button", { name: "Delegate" }).click();
  await expectToast(
    page,
    "Hmm, I couldn't delegate that.",
    "That number can't be reached. Please check it. Want me to try again or remind you later tonight?",
  );
  await expect(page).toHaveURL(`/tasks/${id}/delegate`);

  await page.getByRole("radio", { name: "Copy a link" }).check();
  await page.getByRole("button", { name: /^(Delegate|Ask)/ }).click();
  await expectToast(page, "Task delegated!");
  await visit("/dashboard");
  await expect(card(page, "Pick up Emma")).toContainText("⏳ Pending");
});
