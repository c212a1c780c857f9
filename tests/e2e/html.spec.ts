import type { APIResponse, Page, Request, Response } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { cookieValue } from "../support/cookie.ts";
import { gzipSize, htmlErrors } from "../support/html.ts";
import { openState } from "../support/open-state.ts";
import { pageStates } from "../support/page-states.ts";

for (const [name, state] of Object.entries(pageStates)) {
  test(`the page is valid HTML in both themes: ${name}`, async ({ page, visit, family, mila, problems }) => {
    const { title, status = 200 } = state;
    problems.expectStatus(status);
    await page.context().addCookies([{ name: "mila_theme", value: cookieValue("light"), url: mila.url }]);
    const lastPage = trackLastPage(page);
    await openState(state, { page, visit, family, mila });

    await expect.soft(page).toHaveTitle(title);
    await expect.soft(page.locator("html")).toHaveAttribute("lang", "en");
    await expect.soft(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect.soft(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect.soft(page.getByRole("main")).toHaveCount(1);

    const light = await checkHtml(lastPage(), status);
    const dark = await checkHtml(await fetchDark(page, lastPage().request()), status);
    expect.soft(await readFacts(page, dark)).toEqual({ ...(await readFacts(page, light)), theme: "dark" });
    await printWeight(page, name, light);
  });
}

function trackLastPage(page: Page): () => Response {
  let last: Response | undefined;
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && response.status() !== 303) last = response;
  });
  return () => {
    if (!last) throw new Error("No page was opened");
    return last;
  };
}

async function fetchDark(page: Page, request: Request): Promise<APIResponse> {
  const { cookie = "", ...headers } = await request.allHeaders();
  return page.request.fetch(request.url(), {
    method: request.method(),
    headers: { ...headers, cookie: cookie.replace(/(mila_theme)=[^;]*/, `$1=${cookieValue("dark")}`) },
    data: request.postDataBuffer() ?? undefined,
    maxRedirects: 0,
  });
}

async function checkHtml(served: Response | APIResponse, status: number): Promise<string> {
  const html = await served.text();
  expect.soft(served.status()).toBe(status);
  expect.soft(await htmlErrors(html)).toEqual([]);
  return html;
}

function readFacts(page: Page, html: string) {
  return page.evaluate((source) => {
    const { documentElement: root, title } = new DOMParser().parseFromString(source, "text/html");
    const count = (selector: string) => root.querySelectorAll(selector).length;
    return { title, lang: root.lang, theme: root.dataset.theme, headings: count("h1"), mains: count("main") };
  }, html);
}

async function printWeight(page: Page, name: string, html: string): Promise<void> {
  const sheets = await page
    .locator("link[rel=stylesheet]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const styles = await Promise.all(sheets.map(async (sheet) => (await page.request.get(sheet)).text()));
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(`${name}: HTML ${kilobytes(gzipSize(html))}, CSS ${kilobytes(gzipSize(styles.join("")))}, gzip`);
}
