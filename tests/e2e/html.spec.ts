import type { Page, Response } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { gzipSize, htmlErrors } from "../support/html.ts";
import { pageStates } from "../support/page-states.ts";

for (const [name, { isSignedIn, title, status = 200, open }] of Object.entries(pageStates)) {
  test(`the page is clean HTML: ${name}`, async ({ page, visit, family, mila, signIn, problems }) => {
    problems.expectStatus(status);
    if (isSignedIn) await signIn();
    const lastPage = followPages(page);
    for (const theme of ["light", "dark"]) {
      await page.request.post("/theme", { form: { theme } });
      await open({ page, visit, family, mila });

      const served = lastPage();
      const html = await served.text();
      expect(served.status()).toBe(status);
      expect(await htmlErrors(html)).toEqual([]);
      await expect(page).toHaveTitle(title);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("main")).toHaveCount(1);
    }
    await printWeight(page, name, await lastPage().text());
  });
}

/** The last page that the server sent, redirects aside. */
function followPages(page: Page): () => Response {
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

async function printWeight(page: Page, name: string, html: string): Promise<void> {
  const sheets = await page
    .locator("link[rel=stylesheet]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const styles = await Promise.all(sheets.map(async (sheet) => (await page.request.get(sheet)).text()));
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(`${name}: HTML ${kilobytes(gzipSize(html))}, CSS ${kilobytes(gzipSize(styles.join("")))}, gzip`);
}
