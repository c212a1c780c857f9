import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe has to say against the page as it is, in both themes, on a phone and on a desktop. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const violation of await violationsNow(page)) found.push(`${colorScheme}, at ${width} px: ${violation}`);
    }
  }
  return found;
}

async function violationsNow(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { "target-size": { enabled: true } } });
  const { violations: all } = await axe.analyze();
  return all.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}
