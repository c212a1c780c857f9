import { test } from "vitest";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { connectionTo } from "../connection.ts";
import { signIn } from "../journey.ts";
import { openers } from "../openers.ts";
import { Tab } from "../tab/tab.ts";

// oxlint-disable-next-line vitest/expect-expect -- each step waits for what must be there
test("what Nora does in Firefox shows in Sam's WebKit, and the other way round", async () => {
  await using mila = await sharedMila();
  await using connection = await connectionTo(mila.url);
  const nora = await signedInFamily(mila);
  const sam = await newSam(mila, nora);
  await using firefox = new Tab(await openers.firefox({ javaScript: true }), connection.url);
  await using webkit = new Tab(await openers.webkit({ javaScript: true }), connection.url);
  await signIn(firefox, nora);
  await signIn(webkit, sam);
  for (const tab of [firefox, webkit]) {
    await tab.visit("/dashboard");
    await tab.isAlive();
  }
  await firefox.fill("What do you need?", "buy stamps tomorrow at 3pm");
  await firefox.press("Send");
  await webkit.sees("Buy stamps", ".task");
  await webkit.press("Mark as complete", "Buy stamps");
  await firefox.press("Mark as incomplete", "Buy stamps");
  await webkit.press("Mark as complete", "Buy stamps");
});
