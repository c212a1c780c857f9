import type { Browser, BrowserContext, Page } from "@playwright/test";

/** Calls whose effect nothing can undo. */
const lasting = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "routeWebSocket",
  "setExtraHTTPHeaders",
] as const;
const timeouts = ["setDefaultTimeout", "setDefaultNavigationTimeout"] as const;
const clockCalls = [
  "install",
  "setFixedTime",
  "setSystemTime",
  "pauseAt",
  "runFor",
  "fastForward",
  "resume",
] as const;
const mediaAtStart = {
  media: null,
  colorScheme: "light",
  forcedColors: null,
  contrast: null,
} as const;

interface Start {
  url: string;
  /** An option of the context. */
  reducedMotion?: ReducedMotion;
}

type ReducedMotion = NonNullable<Parameters<Page["emulateMedia"]>[0]>["reducedMotion"];

/**
 * A tab that consecutive tests reuse, because a new tab's process and empty cache cost more CPU
 * than most tests. Playwright's `reuseContext` would empty the cache too.
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
    for (const name of [...lasting, ...timeouts]) {
      this.#watch(context, name);
      this.#watch(page, name);
    }
    for (const name of clockCalls) this.#watch(context.clock, name);
    for (const name of ["newCDPSession", "setGeolocation", "setHTTPCredentials"] as const)
      this.#watch(context, name);
    this.#watch(page.keyboard, "down");
    this.#watch(page.mouse, "down");
  }

  static async open(browser: Browser): Promise<Tab> {
    const context = await browser.newContext();
    return new Tab(context, await context.newPage());
  }

  /** Returns false and closes the tab if a test left something that cannot be undone. */
  async reset({ url, reducedMotion }: Start): Promise<boolean> {
    if (this.#hasTraces()) {
      await this.context.close();
      return false;
    }
    for (const other of this.context.pages()) if (other !== this.page) await other.close();
    await this.page.unrouteAll();
    await this.context.unrouteAll();
    await this.context.setOffline(false);
    if (!(await this.#emptyStorage(url).then(() => true, isLeaving))) {
      await this.context.close();
      return false;
    }
    await this.context.clearCookies();
    await this.context.clearPermissions();
    await this.page.emulateMedia({ ...mediaAtStart, reducedMotion });
    return true;
  }

  async #emptyStorage(url: string): Promise<void> {
    // Stops the previous page's scripts. The same origin keeps the process.
    await this.page.goto(`${url}/offline.html`, { waitUntil: "commit" });
    await this.page.evaluate(emptyStorage);
  }

  #hasTraces(): boolean {
    const isGone = this.page.isClosed() || this.context.serviceWorkers().length > 0;
    return this.#isSpent || isGone || this.#countListeners() !== this.#listeners;
  }

  #countListeners(): number {
    const count = (emitter: Page | BrowserContext) => {
      const { eventNames, listenerCount } = emitter as unknown as NodeJS.EventEmitter;
      return eventNames
        .call(emitter)
        .reduce((sum, name) => sum + listenerCount.call(emitter, name), 0);
    };
    return count(this.page) + count(this.context);
  }

  #watch<Name extends string>(
    target: Record<Name, (...args: never[]) => unknown>,
    name: Name,
  ): void {
    const original = target[name].bind(target);
    target[name] = (...args) => {
      this.#isSpent = true;
      return original(...args);
    };
  }
}

/**
 * True if a page is still going back in its history when its test ends, as when a dialog closes.
 */
function isLeaving(error: unknown): false {
  if (
    error instanceof Error &&
    /net::ERR_ABORTED|Execution context was destroyed/.test(error.message)
  )
    return false;
  throw error;
}

/** Runs in the page. */
async function emptyStorage(): Promise<void> {
  window.name = "";
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}
