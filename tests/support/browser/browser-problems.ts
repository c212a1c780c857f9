import type { BrowserContext, ConsoleMessage, Request, WebError } from "@playwright/test";

export class BrowserProblems {
  readonly #found: string[] = [];
  /** Remix logs that a navigation aborted a reload whose answer it was reading. */
  readonly #expected: RegExp[] = [/^console\.error: AbortError: signal is aborted without reason/];
  readonly #origins: Set<string>;

  constructor(url: string) {
    this.#origins = new Set([new URL(url).origin]);
  }

  expectOrigin(origin: string): void {
    this.#origins.add(origin);
  }

  /** Browsers ignore one of our headers on connections that they don't trust. */
  expectInsecureOrigin(origin: string): void {
    this.expectOrigin(origin);
    this.#expected.push(/^console\.error: The Cross-Origin-Opener-Policy header has been ignored/);
  }

  watch(context: BrowserContext): Disposable {
    // Also catches CSP violations, which browsers log as errors.
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === "error")
        this.#found.push(`console.error: ${message.text()} ${message.location().url}`.trimEnd());
    };
    const onError = (error: WebError) =>
      this.#found.push(`error: ${error.error().stack || String(error.error())}`);
    const onRequest = (request: Request) => {
      if (!this.#origins.has(new URL(request.url()).origin))
        this.#found.push(`request to ${request.url()}`);
    };
    context.on("console", onConsole).on("weberror", onError).on("request", onRequest);
    return {
      [Symbol.dispose]: () =>
        context.off("console", onConsole).off("weberror", onError).off("request", onRequest),
    };
  }

  expectStatus(status: number): void {
    this.#expected.push(new RegExp(`Failed to load resource: .* status of ${status} `));
  }

  expectGoogleCalendar(): void {
    this.#expected.push(/^request to https:\/\/calendar\.google\.com\//);
  }

  expectOffline(): void {
    this.#expected.push(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    // Remix logs this before it reloads the page, if it lacks the script of the page behind a link.
    this.#expected.push(
      /^console\.error: (Error loading route module|TypeError: Failed to fetch dynamically)/,
    );
  }

  /** Remix logs responses that Mila didn't write, such as a proxy's. */
  expectUnreadableAnswer(): void {
    this.#expected.push(/^console\.error: SyntaxError/);
  }

  report(problem: string): void {
    this.#found.push(problem);
  }

  unexpected(): string[] {
    return this.#found.filter(
      (problem) => !this.#expected.some((expected) => expected.test(problem)),
    );
  }
}
