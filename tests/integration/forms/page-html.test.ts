import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieValue } from "../../support/product/cookie.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { parsePage } from "../../support/product/form-browser/parse-page.ts";
import { gzipSize, htmlErrors } from "../../support/browser/html.ts";
import { atName, openState } from "../../support/browser/open-state.ts";
import { pageStates } from "../../support/browser/page-states.ts";
import { formUser } from "../../support/browser/page-user/form-user.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

for (const [name, state] of Object.entries(pageStates)) {
  test(`the page is valid HTML: ${name}`, async () => {
    const browser = new FormBrowser(atName(mila.url), { cookie: themeCookie("light") });
    await openState(state, { user: formUser(browser), family: await signedInFamily(mila), mila });
    expect.soft(browser.status).toBe(state.status ?? 200);
    expect.soft(await htmlErrors(browser.html)).toEqual([]);

    const theme = state.isFile ? undefined : "light";
    const light = { title: state.title, lang: "en", theme, headings: 1, mains: 1 };
    expect(documentOf(browser)).toEqual(light);
    printWeight(name, browser.html);

    // What refused a request may accept its repetition.
    if (state.isFile || state.status) return;
    browser.setCookie("mila_theme", cookieValue("dark"));
    await browser.repeat({ status: "any" });
    expect(documentOf(browser)).toEqual({ ...light, theme: "dark" });
  });
}

const themeCookie = (theme: string) => `mila_theme=${cookieValue(theme)}`;

function documentOf({ html }: FormBrowser) {
  const page = parsePage(html);
  const count = (selector: string) => page.querySelectorAll(selector).length;
  const { lang, dataset } = page.documentElement;
  return {
    title: page.title,
    lang,
    theme: dataset.theme,
    headings: count("h1"),
    mains: count("main"),
  };
}

function printWeight(name: string, html: string): void {
  const sheets = [...parsePage(html).querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const styles = sheets.map((sheet) =>
    readFileSync(join("build/client", sheet.getAttribute("href") ?? ""), "utf8"),
  );
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(
    `${name}: HTML ${kilobytes(gzipSize(html))}, CSS ${kilobytes(gzipSize(styles.join("")))}, gzip`,
  );
}
