import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieValue } from "../../support/product/cookie.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { parsePage } from "../../support/product/form-browser/parse-page.ts";
import { runs } from "../../support/runner/depth.ts";
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
    const light = await checkPage(browser, state.status);

    const theme = state.isFile ? undefined : "light";
    expect(light).toEqual({ title: state.title, lang: "en", theme, headings: 1, mains: 1 });
    printWeight(name, browser.html);

    // The themes differ in one attribute.
    if (state.isFile || !runs({ full: 1, part: 0 })) return;
    browser.setCookie("mila_theme", cookieValue("dark"));
    await browser.repeat({ status: "any" });
    expect(await checkPage(browser, state.status)).toEqual({ ...light, theme: "dark" });
  });
}

const themeCookie = (theme: string) => `mila_theme=${cookieValue(theme)}`;

async function checkPage({ html, status }: FormBrowser, expected = 200) {
  expect.soft(status).toBe(expected);
  expect.soft(await htmlErrors(html)).toEqual([]);
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
