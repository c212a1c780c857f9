import { violations } from "../support/axe.ts";
import { expect, test } from "../support/browser.ts";
import { pageStates } from "../support/page-states.ts";

for (const [name, { isSignedIn, status, open }] of Object.entries(pageStates)) {
  test(`axe finds nothing on the page: ${name}`, async ({ page, visit, family, mila, signIn, problems }) => {
    if (status) problems.expectStatus(status);
    if (isSignedIn) await signIn();
    await open({ page, visit, family, mila });
    expect(await violations(page)).toEqual([]);
  });
}
