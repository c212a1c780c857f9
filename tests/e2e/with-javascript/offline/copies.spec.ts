import { setTimeout } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { newSam } from "../../../support/people/second-parent.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { addSession, expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import { openInstalled, openWithCopyOf, waitForCopy } from "../../../support/browser/installed.ts";
import { card, menu } from "../../../support/browser/on-screen.ts";
import { openData } from "../../../support/records/open-data.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => problems.expectOffline());

const copiedPages = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open("mila-pages")).keys()).map(({ url }) => new URL(url).pathname),
  );

test("without a connection the last dashboard and family page open, and say that they are copies", async ({
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
  await expect(
    page.getByRole("status").filter({ hasText: "You're offline. This is how things were on" }),
  ).toBeVisible();
  await expect(card(page, "Call the vet")).toBeVisible();
  await page.getByRole("link", { name: "Family" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Family Dashboard" })).toBeVisible();
  await expect(card(page, "Call the vet")).toBeVisible();
  await waitForHydration(page);

  await context.setOffline(false);
  await expect(page.getByText("You're offline")).toHaveCount(0);
});

/**
 * Fails every request, the link's data or its script first. Remix reloads the page when it lacks
 * the script, which must not open the old page again. So what the second one asks for fails only
 * once the first has reloaded the page, and that first reload gets no answer before there is
 * another. A browser that already has the script reloads once, so the wait ends after two seconds.
 */
async function failInOrder(context: BrowserContext, first: "data" | "script"): Promise<void> {
  const [reloaded, reloadedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reloads = 0;
  await context.route("**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (["/dashboard", "/preferences"].includes(pathname)) {
      reloads += 1;
      reloaded.resolve();
      if (reloads > 1) reloadedAgain.resolve();
      await Promise.race([reloadedAgain.promise, setTimeout(2000)]);
    }
    const isLast = first === "data" ? pathname.startsWith("/assets/") : pathname.endsWith(".data");
    if (isLast) await reloaded.promise;
    await route.abort("internetdisconnected");
  });
}

for (const first of ["data", "script"] as const) {
  test(`a link to a page without a copy says so, when its ${first} fails first`, async ({
    page,
    signIn,
    family,
    context,
  }) => {
    await signIn();
    await openWithCopyOf(page, family, "Call the vet");
    await menu(page).click();
    await failInOrder(context, first);
    await page.getByRole("link", { name: "Preferences" }).click();
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
    await expect(page).toHaveURL("/preferences");
  });
}

test("copies follow changes", async ({ page, signIn, family, visit, context }) => {
  await signIn();
  await openInstalled(page);
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await waitForCopy(page, "Order groceries");
  await context.setOffline(true);
  await visit("/family");
  await expect(card(page, "Order groceries")).toBeVisible();
});

test("after signing out nothing private is left", async ({ page, signIn, family, context }) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await menu(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");
  await expect.poll(() => copiedPages(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
});

test("a session that ended elsewhere empties the cache", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await context.clearCookies();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(`${mila.url}/auth?redirectTo=%2Fdashboard`);
  await expect.poll(() => copiedPages(page)).toEqual([]);
});

test("someone who is removed from a household keeps no copy of its tasks", async ({
  page,
  family,
  context,
  mila,
}) => {
  const sam = await newSam(mila, family);
  await addSession(context, mila, sam);
  await openWithCopyOf(page, family, "Call the vet");
  await using db = openData(mila.dataFolder);
  const member = db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id");
  const { id } = await member
    .select("household_members.id")
    .where("email", "=", sam.email)
    .executeTakeFirstOrThrow();
  await family.post(`/preferences/family/household/${id}/remove`);
  await page.goto("/dashboard");
  const copies = () =>
    page.evaluate(async () => {
      const cache = await caches.open("mila-pages");
      return Promise.all((await cache.matchAll()).map((copy) => copy.text()));
    });
  await expect
    .poll(async () => (await copies()).filter((copy) => copy.includes("Call the vet")))
    .toEqual([]);
});

test("files that the browser or an older version removed are stored again", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  const storedFiles = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith("mila-assets-"));
      return name ? (await (await caches.open(name)).keys()).length : 0;
    });
  const before = await storedFiles();
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (name.startsWith("mila-assets-")) await caches.delete(name);
  });
  await page.goto("/dashboard");
  await expect.poll(storedFiles).toBe(before);
  await context.setOffline(true);
  await page.goto("/family");
  await waitForHydration(page);
  await expect(card(page, "Call the vet")).toBeVisible();
});
