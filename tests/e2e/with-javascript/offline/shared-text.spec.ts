import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import { openInstalled, openWithCopyOf } from "../../../support/browser/installed.ts";
import { fillCredentials } from "../../../support/browser/on-screen.ts";
import { share } from "../../../support/browser/share.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

const pool = { title: "Swimming", text: "100% fun & games", url: "https://pool.example/a?b=1#c" };
const words = "Swimming 100% fun & games https://pool.example/a?b=1#c";

const inputOf = (page: Page) => page.getByLabel("What do you need?");
const pasteOf = (page: Page) => page.getByLabel("Paste a mail");

const newsletter = [
  "Dear families,",
  "Please return the trip permission slip by 10 June 2041.",
  ...Array.from(
    { length: 60 },
    (_, week) => `Week ${week + 1} was a lovely one for all of us here.`,
  ),
].join("\n");

test("what another app shares is asked about, and no address on the way has it", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  const addresses: string[] = [];
  context.on("request", (request) => void addresses.push(request.url()));
  await page.goto("about:blank");
  await share(page, mila.url, pool);
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeVisible();
  await expect(page.locator(".subject")).toHaveText(words);
  const before = addresses.filter((url) => !url.includes("/tasks/confirm"));
  expect(before.some((url) => url.includes("/dashboard?shared="))).toBe(true);
  expect(before.filter((url) => /swimming|pool\.example/i.test(url))).toEqual([]);

  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
  await expect(inputOf(page)).toHaveValue(words);
  await page.reload();
  await waitForHydration(page);
  await expect(inputOf(page)).toHaveValue("");
  await expect(page.getByText("What you shared")).toHaveCount(0);

  // Into the app's own window, which is open.
  await share(page, mila.url, pool);
  await expect(page.locator(".subject")).toHaveText(words);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(inputOf(page)).toHaveValue(words);
});

test("without a connection, what is shared is ready to be sent, once", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await context.setOffline(true);
  await share(page, mila.url, pool);
  await expect(inputOf(page)).toHaveValue(words);
  await expect(inputOf(page)).toBeFocused();
  await inputOf(page).press("Enter");
  await expect(page.getByText("1 change waits for a connection")).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(inputOf(page)).toHaveValue("");
});

test("a long text is read as a school mail, also if it was shared without a connection", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await context.setOffline(true);
  await share(page, mila.url, { title: "Oak Hill weekly", text: newsletter });
  await expect(page.getByText("I keep what you shared on this device")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(pasteOf(page)).toHaveValue(`Oak Hill weekly\n${newsletter}`);
  await expect(page).toHaveURL("/mail");
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByText("Return the trip permission slip", { exact: true })).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(pasteOf(page)).toHaveValue("");
});

test("what is shared while nobody is signed in is there after signing in, once", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openInstalled(page);
  await context.clearCookies();
  await page.goto("about:blank");
  await share(page, mila.url, pool);
  await expect(page).toHaveURL(/\/auth\?redirectTo=/);
  await waitForHydration(page);
  await fillCredentials(page, family.email, "correct horse 7");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.locator(".subject")).toHaveText(words);
  await page.goto("/dashboard");
  await waitForHydration(page);
  await expect(inputOf(page)).toHaveValue("");
  expect(
    await page.evaluate(async () => (await (await caches.open("mila-shared")).keys()).length),
  ).toBe(0);
});

test("a page that is open takes it beside what is typed there", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await inputOf(page).fill("Call Grandma");
  const other = await context.newPage();
  await share(other, mila.url, pool);
  await expect(inputOf(page)).toHaveValue(`Call Grandma\n${words}`);
  await expect(other.getByText("What you shared is in Mila's other window")).toBeVisible();
  await expect(inputOf(other)).toHaveValue("");
});

test("a page in the background leaves it to the window that opens", async ({
  page,
  signIn,
  family,
  mila,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await inputOf(page).fill("Call Grandma");
  const hide = () => Object.defineProperty(document, "visibilityState", { value: "hidden" });
  await page.evaluate(hide);
  const other = await context.newPage();
  await share(other, mila.url, pool);
  await expect(other.locator(".subject")).toHaveText(words);
  await expect(inputOf(page)).toHaveValue("Call Grandma");
});

test("what is typed in the app's own window stays when something is shared into it", async ({
  page,
  signIn,
  family,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await inputOf(page).fill("Call Grandma");
  await share(page, mila.url, pool);
  await expect(inputOf(page)).toHaveValue(`Call Grandma\n${words}`);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // An app that comes to the front for it may still be hidden.
  await page.evaluate(() =>
    Object.defineProperty(document, "visibilityState", { value: "hidden" }),
  );
  await share(page, mila.url, { text: "Buy goggles" });
  await expect(inputOf(page)).toHaveValue(`Call Grandma\n${words}\nBuy goggles`);
});

test("an address of an older app still shares, also without a connection", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  const shared = `/tasks/confirm?${new URLSearchParams(pool)}`;
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await visit(shared);
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeVisible();
  await expect(page.locator(".subject")).toHaveText(words);
  await context.setOffline(true);
  await visit(shared);
  await expect(inputOf(page)).toHaveValue(words);
  await expect(inputOf(page)).toBeFocused();
});

test("a request that cannot be read without a connection keeps its words", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await context.setOffline(true);
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("Order groceries");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expect(page).toHaveURL("/dashboard");
  await waitForHydration(page);
  await expect(page.getByLabel("What do you need?")).toHaveValue("Order groceries");
});
