import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { pageStates } from "../support/page-states.ts";

// A toast that is still fading in has other contrasts than the toast that people read.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [name, { isSignedIn, status, open }] of Object.entries(pageStates)) {
  test(`axe finds nothing on the page: ${name}`, async ({ page, visit, family, mila, signIn, problems }) => {
    if (status) problems.expectStatus(status);
    if (isSignedIn) await signIn();
    await open({ page, visit, family, mila });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page), `${colorScheme}, at ${width} px`).toEqual([]);
      }
    }
  });
}

async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { "target-size": { enabled: true } } });
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}
