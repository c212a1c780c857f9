import type { BrowserContext, ConsoleMessage, Request, WebError } from "@playwright/test";

/** What no page may do, unless the test expects it: errors in the console, broken scripts, requests to elsewhere. */
export class BrowserProblems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #origins: Set<string>;

  constructor(url: string) {
    this.#origins = new Set([new URL(url).origin]);
  }

  /** Another place that the test expects pages to lead to. */
  expectOrigin(origin: string): void {
    this.#origins.add(origin);
  }

  watch(context: BrowserContext): Disposable {
    // A violated content security policy is an error in the console too.
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === "error") this.#found.push(`console.error: ${message.text()}`);
    };
    const onError = (error: WebError) => this.#found.push(`error: ${error.error().stack || String(error.error())}`);
    const onRequest = (request: Request) => {
      if (!this.#origins.has(new URL(request.url()).origin)) this.#found.push(`request to ${request.url()}`);
    };
    context.on("console", onConsole).on("weberror", onError).on("request", onRequest);
    return {
      [Symbol.dispose]: () => context.off("console", onConsole).off("weberror", onError).off("request", onRequest),
    };
  }

  /** The browser itself reports an answer of this status as an error, although the test provokes it. */
  expectStatus(status: number): void {
    this.#expected.push(new RegExp(`Failed to load resource: .* status of ${status} `));
  }

  /** The page leads to Google Calendar, which the test stands in for. */
  expectGoogleCalendar(): void {
    this.#expected.push(/^request to https:\/\/calendar\.google\.com\//);
  }

  /** The browser reports each request that cannot leave. */
  expectOffline(): void {
    this.#expected.push(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  }

  report(problem: string): void {
    this.#found.push(problem);
  }

  unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((expected) => expected.test(problem)));
  }
}
