import type { PageUser } from "../../support/browser/page-user/page-user.ts";
import { Visitor } from "../../support/product/visitor.ts";
import type { Tab } from "./tab.ts";

const isDate = /^\d{4}-\d\d-\d\d/;

/** Opens page states in Firefox and WebKit. */
export function drivenUser(tab: Tab, url: string): PageUser {
  const { window } = tab;
  const sender = new Visitor(url);
  const visit = async (path: string) => {
    await tab.visit(path);
    await tab.isAlive();
  };
  const setCookie = async (name: string, value: string) => {
    sender.setCookie(name, value);
    // Some browsers set cookies only for a page that is open.
    await tab.visit("/offline.html");
    await window.setCookie(name, value);
  };
  return {
    visit,
    setCookie,
    post: async (path) => {
      await sender.post(path);
      await setCookie("mila_toast", sender.cookie("mila_toast")!);
    },
    fill: (label, value) =>
      isDate.test(value) ? tab.choose(label, value) : tab.fill(label, value),
    choose: (label, option) => tab.choose(label, option),
    uncheck: (label) => tab.tick(label),
    press: (button) => tab.press(button),
    follow: (link) => tab.follow(link),
    unfold: (summary) => tab.unfold(summary),
    openCardMenu: () => tab.follow("More"),
    tamper: async (selector, value) => {
      const field = `document.querySelector(${JSON.stringify(selector)})`;
      await window.run(`void ${field}.setAttribute("value", ${JSON.stringify(value)})`);
    },
    skipBrowserChecks: async () => {
      await window.run(
        `void document.querySelectorAll("form").forEach((form) => (form.noValidate = true))`,
      );
    },
    sees: (text) => tab.sees(text),
    openPicker: async () => {
      await tab.sees("Pick…");
      await tab.follow("Pick…");
    },
    isAsked: (question) => tab.sees(question, "h1"),
    ignoreOverdue: async () => {
      await tab.visit("/offline.html");
      await window.run(
        `void localStorage.setItem("mila-overdue-asked", new Date().toDateString())`,
      );
    },
  };
}
