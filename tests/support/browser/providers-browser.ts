import { test as base } from "./browser.ts";

interface Fixtures {
  choose: (email: string, calendar?: boolean) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  mila: ({ connectedMila }, use) => use(connectedMila),
  choose: async ({ page, google, problems }, use) => {
    problems.expectOrigin(google.origin);
    await use(async (email, calendar = true) => {
      await page.getByRole("heading", { name: "Choose an account" }).waitFor();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Allow the calendar").setChecked(calendar);
      await page.getByRole("button", { name: "Continue" }).click();
    });
  },
});
