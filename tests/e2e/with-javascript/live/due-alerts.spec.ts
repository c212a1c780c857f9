import { expect, test } from "../../../support/browser/browser.ts";
import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { addTask } from "../../../support/records/add-task.ts";

test("a reminder that comes due shows over a half-filled form, and on the device", async ({
  page,
  context,
  mila,
  family,
  signIn,
  visit,
}) => {
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await signIn();
  await context.grantPermissions(["notifications"]);
  await visit("/preferences/profile");
  await page.evaluate(() => {
    window.name = "";
    class Recorded extends EventTarget {
      static readonly permission = "granted";
      constructor(title: string, { body }: NotificationOptions) {
        super();
        window.name = `${title}: ${body}`;
      }
    }
    window.Notification = Recorded as unknown as typeof Notification;
  });
  const firstName = page.getByLabel("First Name");
  await firstName.fill("Half a na");
  const reloaded = page.waitForRequest("**/profile.data*");
  await makeRemindersDue(mila, id);

  const alert = page.locator(".due-alert");
  await expect(alert).toContainText("Call the vet");
  expect(new URL((await reloaded).url()).search).toBe("?_routes=root");
  await expect
    .poll(() => page.evaluate(() => window.name))
    .toMatch(/^Call the vet: Due Jun 10, 2031/);
  await expect(firstName).toHaveValue("Half a na");
  await expect(firstName).toBeFocused();
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toHaveCount(0);
  await expect(page).toHaveURL(/\/preferences\/profile$/);
});

test("three reminders that came due cover no more of a phone than one", async ({
  page,
  signIn,
  visit,
  mila,
  family,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const title of ["Call the vet", "Pay the rent", "Water the ferns"])
    await makeRemindersDue(mila, await addTask(family, { title, dueDate: "2031-06-10T15:00" }));
  await signIn();
  await visit("/dashboard");
  const alerts = page.locator(".due-alert").filter({ visible: true });
  await expect(alerts).toHaveCount(1);
  const more = page.getByText("2 more reminders");
  const { y, height } = (await more.boundingBox())!;
  expect(y + height).toBeLessThan(240);
  await more.click();
  await expect(alerts).toHaveCount(3);
  await alerts.first().getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("1 more reminder")).toBeVisible();
  await expect(alerts).toHaveCount(2);
});

for (const width of [360, 768, 1280]) {
  test(`a reminder that comes due leaves the input free at ${width} px`, async ({
    signedIn: page,
    mila,
    family,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await makeRemindersDue(
      mila,
      await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" }),
    );
    const alert = page.locator(".due-alert");
    await expect(alert).toBeVisible();
    const [shown, input] = [
      (await alert.boundingBox())!,
      (await page.locator(".add-task").boundingBox())!,
    ];
    expect(shown.y >= input.y + input.height || shown.y + shown.height <= input.y).toBe(true);
  });
}

test("a reminder that comes due shows once over a dialog", async ({
  page,
  signIn,
  visit,
  mila,
  family,
}) => {
  await addTask(family, { title: "Trash out", dueDate: "2020-01-05T15:00" });
  await makeRemindersDue(
    mila,
    await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" }),
  );
  await signIn();
  await visit("/dashboard");
  const dialog = page.getByRole("dialog", { name: "This one is overdue" });
  await expect(dialog.locator(".due-alert")).toContainText("Call the vet");
  const alerts = page.locator(".due-alert").filter({ visible: true });
  await expect(alerts).toHaveCount(1);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(alerts).toHaveCount(1);
});

test("Preferences asks for this device's notifications", async ({
  page,
  signIn,
  visit,
  context,
}) => {
  await signIn();
  await context.grantPermissions([]);
  await visit("/preferences");
  await page.evaluate(() => {
    const asking = {
      permission: "default",
      requestPermission: () => Promise.resolve((asking.permission = "granted")),
    };
    window.Notification = asking as unknown as typeof Notification;
  });
  await page.getByRole("link", { name: /^Notification Settings/ }).click();
  const device = page.getByRole("region", { name: "On this device" });
  await device.getByRole("button", { name: "Notify me on this device" }).click();
  await expect(device.getByRole("status")).toContainText("On. My reminders also show");
  await expect(device.getByRole("button")).toHaveCount(0);
});
