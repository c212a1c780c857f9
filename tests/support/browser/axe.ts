import { readFileSync } from "node:fs";
import type { Frame, Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const all: axe.RunOptions = {
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
};
/** The rules that depend on the theme. */
const colors: axe.RunOptions = {
  runOnly: ["color-contrast", "link-in-text-block"],
  resultTypes: ["violations"],
};

/** Checks both themes, at the width of a phone and of a computer. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await violationsAtWidth(page)));
  }
  return found;
}

/** Checks both themes, at the page's present width. */
export async function violationsAtWidth(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) for (const frame of page.frames()) await inject(frame);
  const found: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const violation of await violationsNow(page, theme === "light" ? all : colors))
      found.push(`${theme}, at ${page.viewportSize()?.width} px: ${violation}`);
  }
  return found;
}

async function inject(frame: Frame): Promise<void> {
  await frame.evaluate(source);
  // The email preview's frame has no origin.
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}

function violationsNow(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (runOptions) => {
    const { violations: found } = await window.axe.run(runOptions);
    return found.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    );
  }, options);
}
