/** A user of the pages, in a real browser or by plain requests. */
export interface PageUser {
  visit: (path: string) => Promise<void>;
  setCookie: (name: string, value: string) => Promise<void>;
  /** Posts to a path without a page, as an earlier page would. */
  post: (path: string) => Promise<void>;
  fill: (label: string, value: string) => Promise<void>;
  choose: (label: string, option: string) => Promise<void>;
  uncheck: (label: string) => Promise<void>;
  press: (button: string) => Promise<void>;
  /** Follows the first link of this name. */
  follow: (link: string) => Promise<void>;
  unfold: (summary: string) => Promise<void>;
  /** Opens the menu of the first card, if the page runs its script. */
  openCardMenu: () => Promise<void>;
  /** Changes what the page would send, as an outdated page or an attacker would. */
  tamper: (selector: string, value: string) => Promise<void>;
  /** Lets invalid input reach the server. */
  skipBrowserChecks: () => Promise<void>;
  /** Waits until the page shows this. */
  sees: (text: string) => Promise<void>;
  /** Opens the date picker for a task that was just added. */
  openPicker: () => Promise<void>;
  isAsked: (question: string) => Promise<void>;
  /** Keeps the dialog about overdue tasks closed, which opens only with JavaScript. */
  ignoreOverdue: () => Promise<void>;
}
