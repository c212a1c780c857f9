import type { Browser, BrowserContext, Page, ViewportSize } from "@playwright/test";

/** Nothing takes these back. */
const lasting = ["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket", "setExtraHTTPHeaders"] as const;
const atStart = { media: null, colorScheme: "light", forcedColors: null, contrast: null } as const;

/**
 * A tab that one test after the other opens its pages in. A new one takes a process and an empty cache, which cost more CPU
 * than most tests do; Playwright's `reuseContext` empties the cache as well.
 */
export class Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #listeners: number;
  #isSpent = false;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    this.#listeners = this.#countListeners();
    for (const name of lasting) {
      this.#watch(context, name);
      this.#watch(page, name);
    }
    this.#watch(context.clock, "install");
    this.#watch(context.clock, "setFixedTime");
  }

  static async open(browser: Browser): Promise<Tab> {
    const context = await browser.newContext();
    return new Tab(context, await context.newPage());
  }

  /** Makes it as it was when it was opened. False if a test has left what stays: then it is closed. */
  async reset(url: string, viewport: ViewportSize): Promise<boolean> {
    if (this.#hasTraces()) {
      await this.context.close();
      return false;
    }
    for (const other of this.context.pages()) if (other !== this.page) await other.close();
    await this.page.unrouteAll();
    await this.context.unrouteAll();
    await this.context.setOffline(false);
    // Nothing of the page that is left runs on; the page keeps its process since it is of the same origin.
    await this.page.goto(`${url}/offline.html`, { waitUntil: "commit" });
    await this.page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    await this.context.clearCookies();
    await this.context.clearPermissions();
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia(atStart);
    return true;
  }

  #hasTraces(): boolean {
    const isGone = this.page.isClosed() || this.context.serviceWorkers().length > 0;
    return this.#isSpent || isGone || this.#countListeners() !== this.#listeners;
  }

  #countListeners(): number {
    const count = (emitter: Page | BrowserContext) => {
      const { eventNames, listenerCount } = emitter as unknown as NodeJS.EventEmitter;
      return eventNames.call(emitter).reduce((sum, name) => sum + listenerCount.call(emitter, name), 0);
    };
    return count(this.page) + count(this.context);
  }

  #watch<Name extends string>(target: Record<Name, (...args: never[]) => unknown>, name: Name): void {
    const original = target[name].bind(target);
    target[name] = (...args) => {
      this.#isSpent = true;
      return original(...args);
    };
  }
}
