import { expect, test } from "../../../support/browser/browser.ts";
import { expectToast } from "../../../support/browser/on-screen.ts";

test("a choice that saves itself keeps the keyboard focus", async ({ signIn, page, visit }) => {
  await signIn();
  await visit("/preferences/delegation");
  const method = page.getByLabel("Preferred method");
  await method.focus();
  await method.press("ArrowDown");
  await expectToast(page, "Delegation method updated");
  await expect(method).toHaveValue("sms");
  await expect(method).toBeFocused();
});

test("a choice and a switch show the new value at once", async ({ signedIn: page, visit }) => {
  await visit("/preferences/delegation");
  const chosen = await page.getByLabel("Preferred method").evaluate((select: HTMLSelectElement) => {
    select.value = "sms";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return select.value;
  });
  expect(chosen).toBe("sms");

  await visit("/preferences/calendar");
  const isOn = await page.getByLabel("Auto save to calendar").evaluate((box: HTMLInputElement) => {
    box.click();
    return box.checked;
  });
  expect(isOn).toBe(true);
});
