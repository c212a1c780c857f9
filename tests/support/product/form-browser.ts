import { CookieJar } from "jsdom";
import type { PageRequest } from "./form-browser/form-request.ts";
import { type Expected, PagePart } from "./form-browser/page-part.ts";
import { parsePage } from "./form-browser/parse-page.ts";

/** A browser without JavaScript. It can use only what is visible on the page. */
export class FormBrowser extends PagePart {
  readonly #home: URL;
  /** Origins to open. Elsewhere, it only records the URL. */
  readonly #origins: Set<string>;
  readonly #cookies = new CookieJar();
  #url: URL;
  #last: PageRequest;
  #html = "";
  #status = 0;
  #page: Document = parsePage("");

  constructor(home: string, { cookie }: { cookie?: string } = {}) {
    super();
    this.#home = this.#url = new URL(home);
    this.#last = { url: this.#url };
    this.#origins = new Set([this.#home.origin]);
    if (cookie) this.#cookies.setCookieSync(cookie, home);
  }

  get url(): string {
    return this.#url.href.replace(this.#home.origin, "");
  }

  /** Returns the page as it was served. */
  get html(): string {
    return this.#html;
  }

  get status(): number {
    return this.#status;
  }

  get title(): string {
    return this.#page.title;
  }

  get heading(): string {
    return this.headings(1).join(" | ");
  }

  get toast(): string {
    return this.textsOf(".toast").join(" | ");
  }

  /** Returns the reminders that came due. */
  get dueAlerts(): string {
    return this.textsOf(".due-alert").join(" | ");
  }

  async visit(path: string, expected: Expected = {}): Promise<void> {
    await this.open({ url: new URL(path, this.#home) }, expected);
  }

  async reload(expected: Expected = {}): Promise<void> {
    await this.open({ url: this.#url }, expected);
  }

  /** Sends the request again that this page answered. */
  async repeat(expected: Expected = {}): Promise<void> {
    await this.open(this.#last, expected);
  }

  /** Posts a form that the page does not have, and stays on the page. */
  async post(path: string): Promise<void> {
    const answer = await this.#request({
      url: new URL(path, this.#home),
      form: new URLSearchParams(),
    });
    await answer.body?.cancel();
  }

  /** Shares from another app, where no service worker takes it. */
  async share(fields: Record<string, string>): Promise<void> {
    const request = { url: new URL("/share", this.#home), form: new URLSearchParams(fields) };
    await this.open(request, { isFormRedisplayed: true });
  }

  setCookie(name: string, value: string): void {
    this.#cookies.setCookieSync(`${name}=${value}`, this.#home.href);
  }

  /** Acts as after a session's last day, or when it is ended from another device. */
  loseSession(): void {
    this.setCookie("mila_session", "");
  }

  async download(link: string): Promise<{ fileName: string; text: string }> {
    const response = await this.#request({ url: this.link(link) });
    const fileName = /^attachment; filename="(.+)"$/.exec(
      response.headers.get("content-disposition") ?? "",
    )?.[1];
    if (!response.ok || !fileName) throw new Error(`“${link}” is not a download`);
    return { fileName, text: await response.text() };
  }

  allowOrigin(origin: string): void {
    this.#origins.add(origin);
  }

  protected root(): Element {
    return this.#page.body;
  }

  protected pageUrl(): URL {
    return this.#url;
  }

  protected async open(
    request: PageRequest,
    { status = 200, isFormRedisplayed = false }: Expected,
  ): Promise<void> {
    const response = await this.#openFollowing(request, isFormRedisplayed);
    this.#html = response ? await response.text() : "";
    this.#status = response?.status ?? 0;
    // Detaches the previous page's parts.
    this.#page.body.replaceChildren();
    this.#page = parsePage(this.#html);
    if (!response || status === "any" || response.status === status) return;
    throw new Error(`${this.url} responded with ${response.status}: ${this.text}`);
  }

  /** Returns undefined on a site that it does not open. */
  async #openFollowing(
    request: PageRequest,
    isFormRedisplayed = false,
    redirects = 0,
  ): Promise<Response | undefined> {
    if (redirects > 10) throw new Error(`${request.url} redirects in a loop`);
    const { url, form } = request;
    const response = this.#origins.has(url.origin) ? await this.#request(request) : undefined;
    this.#url = url;
    this.#last = request;
    if (response && form && url.origin === this.#home.origin)
      checkAnswer(response, isFormRedisplayed ? 200 : 303);
    const location = response?.headers.get("location");
    if (!location) return response;
    await response?.body?.cancel();
    return this.#openFollowing({ url: new URL(location, url) }, false, redirects + 1);
  }

  async #request({ url, form }: PageRequest): Promise<Response> {
    const cookie = this.#cookies.getCookieStringSync(url.href);
    const headers = {
      accept: "text/html",
      "sec-fetch-site": url.origin === this.#url.origin ? "same-origin" : "cross-site",
      ...(cookie && { cookie }),
      ...(form && { origin: this.#url.origin }),
    };
    const init = form ? { method: "POST", body: form } : {};
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#cookies.setCookieSync(line, url.href);
    return response;
  }
}

/** Checks that forms redirect after success, so that a reload submits nothing twice. */
function checkAnswer({ status, url }: Response, wanted: number): void {
  if (status !== wanted && status < 400)
    throw new Error(`${url} responded to a form with ${status}`);
}
