import { expect, test } from "../../support/browser/browser.ts";

test("the preferences lead to the calendar page, which explains how to set up Google", async ({
  signedIn: page,
  mila,
}) => {
  await page.goto("/preferences");
  await page.getByRole("link", { name: "Calendar & Integrations" }).click();
  const google = page.getByRole("region", { name: "Google Calendar" });
  await expect(google.getByRole("listitem")).toHaveCount(5);
  await expect(google).toContainText(`${mila.url}/auth/google/callback`);
  await expect(google).toContainText(`${mila.url}/preferences/calendar/callback`);
  await expect(google).toContainText("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET");
});
