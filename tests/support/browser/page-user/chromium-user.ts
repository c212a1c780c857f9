import type { Page } from "@playwright/test";
import {
  openPicker,
  questionPage,
  skipBrowserChecks,
  suppressOverduePrompt,
} from "../on-screen.ts";
import type { PageUser } from "./page-user.ts";

/** @param visit opens a page and waits until its script runs */
export function chromiumUser(
  page: Page,
  url: string,
  visit: (path: string) => Promise<void>,
): PageUser {
  return {
    visit,
    setCookie: (name, value) => page.context().addCookies([{ name, value, url }]),
    async post(path) {
      await page.request.post(path, { form: {}, maxRedirects: 0 });
    },
    fill: (label, value) => page.getByLabel(label, { exact: true }).fill(value),
    choose: async (label, option) => {
      await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    },
    uncheck: (label) => page.getByLabel(label, { exact: true }).uncheck(),
    press: (button) => page.getByRole("button", { name: button, exact: true }).click(),
    follow: (link) => page.getByRole("link", { name: link, exact: true }).first().click(),
    unfold: (summary) =>
      page
        .locator("summary")
        .and(
          page
            .getByLabel(summary, { exact: true })
            .or(page.getByText(summary, { exact: true }).and(page.locator(":not([aria-label])"))),
        )
        .first()
        .click(),
    // The page has a menu of its own, "More: menu".
    openCardMenu: () => page.locator(".task").getByLabel("More: ").first().click(),
    tamper: (selector, value) =>
      page
        .locator(selector)
        .evaluate((field, tampered) => field.setAttribute("value", tampered), value),
    skipBrowserChecks: () => skipBrowserChecks(page),
    sees: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    openPicker: () => openPicker(page),
    isAsked: (question) => questionPage(page, question).waitFor(),
    ignoreOverdue: () => suppressOverduePrompt(page),
  };
}
