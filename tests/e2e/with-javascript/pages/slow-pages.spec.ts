import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { questionPage, card, fillCredentials, menu } from "../../../support/browser/on-screen.ts";

const gettingReady = "Mila is getting things ready…";

test("a slow dashboard shows a skeleton, and nothing moves when the data arrives", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/preferences");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const release = await holdLoaders(page, "/dashboard");
  await page.getByRole("link", { name: "Mila", exact: true }).click();

  await expectSkeleton(page);
  await expect(page.getByRole("link", { name: "Three questions" })).toBeVisible();
  await expect(page.locator(".skeleton").first()).toHaveCSS("animation-name", "none");
  expect(await violations(page)).toEqual([]);
  const heading = page.getByRole("heading", { level: 2, name: "Kids" });
  const before = await heading.boundingBox();
  release();
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(page.getByText(gettingReady)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Three questions" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
});

test("a new visitor's dashboard loads at most 15 scripts, with those that it loads ahead", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await signIn();
  const loaded = new Set<string>();
  page.on(
    "request",
    (request) => void (request.resourceType() === "script" && loaded.add(request.url())),
  );
  await visit("/dashboard");
  // Loaded ahead for the page that a card's form leads to.
  await expect.poll(() => [...loaded].some((url) => url.includes("/card-pages-"))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(loaded.size).toBeLessThanOrEqual(15);
});

test("a slow dashboard shows a skeleton after signing in", async ({ page, visit, family }) => {
  await visit("/auth");
  const release = await holdLoaders(page, "/dashboard");
  await fillCredentials(page, family.email, "correct horse 7");
  await page.getByRole("button", { name: "Log In" }).click();
  await expectSkeleton(page);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);
});

test("a slow Family Dashboard shows a skeleton", async ({ signedIn: page }) => {
  const release = await holdLoaders(page, "/family");
  await menu(page).click();
  await page.getByRole("link", { name: "Family Dashboard" }).click();
  await expectSkeleton(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Family Dashboard");
  release();
  await expect(page.getByText(gettingReady)).toHaveCount(0);
});

test("a link to a slow dialog says that it is loading", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  const release = await holdLoaders(page, `/tasks/${id}/date`);
  const link = card(page, "Order groceries").getByRole("link", { name: "Add a date" });
  await link.click();
  await expect(link).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText(gettingReady)).toHaveCount(0);
  release();
  await expect(questionPage(page, "When is it due?")).toBeVisible();
  await expect(link).not.toHaveAttribute("aria-busy");
});

async function expectSkeleton(page: Page): Promise<void> {
  await expect(page.locator(".category").getByText(gettingReady)).toHaveCount(3);
  await expect(page.locator("[aria-live]", { hasText: gettingReady })).toHaveCount(1);
  await expect(page.locator(".categories")).toHaveAttribute("aria-busy", "true");
}

async function holdLoaders(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname === `${path}.data`,
    async (route) => {
      if (route.request().method() === "GET") await released;
      await route.continue();
    },
  );
  return release;
}
