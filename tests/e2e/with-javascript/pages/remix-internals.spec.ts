import { cardActions } from "#app/ui/offline/task-actions.ts";
import { cardPages } from "#app/ui/saving/preloaded-pages.ts";
import { expect, test } from "../../../support/browser/browser.ts";

// app/ui/remix-internals.ts relies on these. If one fails after an upgrade, look there first.

test("a background reload fetches a .data URL, and the router's state identifies it", async ({
  signedIn: page,
}) => {
  const request = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { fetch } = window;
        window.fetch = (resource, init) => {
          window.fetch = fetch;
          const { revalidation, navigation, fetchers } = window.__remixRouter.state;
          resolve({
            path: resource instanceof URL && resource.pathname,
            canBeAborted: init?.signal instanceof AbortSignal,
            revalidation,
            navigation: navigation.state,
            fetchers: fetchers.size,
          });
          return fetch(resource, init);
        };
        window.__remixRouter.revalidate();
      }),
  );
  expect(request).toEqual({
    path: "/dashboard.data",
    canBeAborted: true,
    revalidation: "loading",
    navigation: "idle",
    fetchers: 0,
  });
});

test("the router's state holds a form's answer until the next reload", async ({
  signedIn: page,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/preferences/profile");
  const hasActionData = () => page.evaluate(() => Boolean(window.__remixRouter.state.actionData));
  expect(await hasActionData()).toBe(false);
  await page.getByLabel("Time zone").fill("Atlantis");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("I don't know this time zone.")).toBeVisible();
  expect(await hasActionData()).toBe(true);
  // A reload during the form's own navigation keeps the answer, and the answer shows before that
  // ends.
  await expect
    .poll(() => page.evaluate(() => window.__remixRouter.state.navigation.state))
    .toBe("idle");
  await page.evaluate(() => window.__remixRouter.revalidate());
  await expect.poll(hasActionData).toBe(false);
});

test("the dashboard knows the actions of its buttons without a script for each", async ({
  signedIn: page,
}) => {
  const hasActions = () =>
    page.evaluate(
      (ids) =>
        ids.every(
          (id) =>
            id in window.__remixRouteModules && window.__remixManifest.routes[id]?.hasClientAction,
        ),
      Object.keys(cardActions),
    );
  await expect.poll(hasActions).toBe(true);
});

test("the manifest names each route's script, and the dashboard loads those of its dialogs", async ({
  signedIn: page,
}) => {
  const scripts = await page.evaluate(
    (ids) => ids.map((id) => window.__remixManifest.routes[id]?.module ?? id),
    [...cardPages],
  );
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
  await expect.poll(loaded).toEqual(expect.arrayContaining(scripts));
});
