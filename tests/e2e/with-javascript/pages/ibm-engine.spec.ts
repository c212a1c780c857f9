import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { atName, openState } from "../../../support/browser/open-state.ts";
import { pageStates } from "../../../support/browser/page-states.ts";
import { chromiumUser } from "../../../support/browser/page-user/chromium-user.ts";

/** The file of IBM's engine, which `npm run ibm` downloads. */
const engine = process.env.MILA_IBM_ENGINE;

test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });

if (engine) checkStates(readFileSync(engine, "utf8"));
else test.skip("IBM's engine finds no failure: npm run ibm downloads it", () => undefined);

function checkStates(source: string): void {
  for (const [name, state] of Object.entries(pageStates)) {
    test(`IBM's engine finds no failure: ${name}`, async ({
      page,
      visit,
      family,
      mila,
      problems,
    }) => {
      const url = atName(mila.url);
      problems.expectOrigin(url);
      if (state.status) problems.expectStatus(state.status);
      const open = state.isFile ? async (path: string) => void (await page.goto(path)) : visit;
      await openState(state, { user: chromiumUser(page, url, open), family, mila });
      await expect(page).toHaveTitle(state.titleWithScript ?? state.title);
      expect(await listFailures(page, source)).toEqual([]);
    });
  }
}

interface Finding {
  ruleId: string;
  value: [level: string, outcome: string];
  message: string;
  snippet: string;
  node: Element;
}

interface Engine {
  Checker: new () => {
    check: (page: Document, rules: string[]) => Promise<{ results: Finding[] }>;
  };
}

async function listFailures(page: Page, source: string): Promise<string[]> {
  await page.evaluate(`${source}; window.ibm = ace;`);
  return page.evaluate(async () => {
    const { ibm } = window as unknown as { ibm: Engine };
    // Only landmarks need names, and a form without one is none.
    const isNoLandmark = ({ ruleId }: Finding) => ruleId === "aria_form_label_unique";
    // The words of a switch stand before it, as on a phone.
    const isSwitch = ({ ruleId, node }: Finding) =>
      ruleId === "input_label_after" && node.matches("[role=switch]");
    // A label that is hidden with its field counts as missing.
    const isClosed = ({ ruleId, node }: Finding) =>
      ruleId === "input_label_exists" && node.closest("details:not([open])");
    const { results } = await new ibm.Checker().check(document, ["WCAG_2_2"]);
    return results
      .filter(({ value: [level, outcome] }) => level === "VIOLATION" && outcome === "FAIL")
      .filter((found) => !isNoLandmark(found) && !isSwitch(found) && !isClosed(found))
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message}\n${snippet}`);
  });
}
