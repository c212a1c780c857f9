import type { FormBrowser } from "../../product/form-browser.ts";
import type { PageUser } from "./page-user.ts";

const anyStatus = { status: "any" } as const;

/** Uses plain requests, as a browser without JavaScript does. */
export function formUser(browser: FormBrowser): PageUser {
  return {
    visit: (path) => browser.visit(path, anyStatus),
    setCookie: async (name, value) => browser.setCookie(name, value),
    post: (path) => browser.post(path),
    fill: async (label, value) => browser.fill(label, value),
    choose: async (label, option) => browser.choose(label, option),
    uncheck: async (label) => browser.uncheck(label),
    press: (button) => browser.press(button, anyStatus),
    follow: (link) => browser.followFirst(link, anyStatus),
    unfold: async (summary) => browser.unfoldFirst(summary),
    openCardMenu: async () => undefined,
    tamper: async (selector, value) => browser.tamper(selector, value),
    skipBrowserChecks: async () => browser.skipBrowserChecks(),
    async sees(text) {
      if (!browser.text.includes(text))
        throw new Error(`“${text}” is not on the page: ${browser.text}`);
    },
    async isAsked(question) {
      if (browser.heading !== question && !browser.heading.startsWith(`${question}: `))
        throw new Error(`The page asks “${browser.heading}”, not “${question}”`);
    },
    // It opens by itself.
    openPicker: async () => undefined,
    ignoreOverdue: async () => undefined,
  };
}
