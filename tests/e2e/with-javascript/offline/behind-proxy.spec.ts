import type { BrowserContext } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { openWithCopyOf } from "../../../support/browser/installed.ts";
import { card } from "../../../support/browser/on-screen.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

/**
 * Every answer that the service worker gets from now on, with the headers that Mila has, or as a
 * proxy's.
 */
async function answerAll(context: BrowserContext, by: "Mila" | "proxy"): Promise<void> {
  await context.serviceWorkers()[0]!.evaluate(async (author) => {
    const headers =
      author === "Mila" ? (await fetch("/auth/forgot")).headers : { "Content-Type": "text/html" };
    globalThis.fetch = async () =>
      new Response(`<h1>From ${author}</h1>`, { status: 503, headers });
  }, by);
}

test("while a proxy answers in Mila's place, every page says that she can't be reached", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await answerAll(context, "proxy");
  for (const path of ["/preferences", "/auth"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  }
  await page.goto("/family");
  await expect(card(page, "Call the vet")).toBeVisible();
});

test("what Mila herself answers when she can't make a page is shown", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await answerAll(context, "Mila");
  await page.goto("/preferences");
  await expect(page.getByRole("heading", { name: "From Mila" })).toBeVisible();
});
