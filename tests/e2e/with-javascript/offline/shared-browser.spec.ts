import type { Page } from "@playwright/test";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { addSession, expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import {
  completeOffline,
  openInstalled,
  openWithCopyOf,
  waitForCopy,
} from "../../../support/browser/installed.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { card, fillCredentials, say, menu } from "../../../support/browser/on-screen.ts";
import { share } from "../../../support/browser/share.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  for (const status of [401, 403, 503]) problems.expectStatus(status);
});

/** All that the browser stores for Mila, except the files that everyone gets. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ];
    const show = (_: string, value: unknown) =>
      ArrayBuffer.isView(value) || value instanceof ArrayBuffer
        ? new TextDecoder("latin1").decode(value as ArrayBuffer)
        : value;
    for (const { name = "" } of await indexedDB.databases()) {
      const ended = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(request.error ?? new Error(name)));
        });
      const db = await ended(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        texts.push(
          JSON.stringify(await ended(db.transaction(store).objectStore(store).getAll()), show),
        );
      db.close();
    }
    for (const name of await caches.keys()) {
      if (name.startsWith("mila-assets-")) continue;
      for (const kept of await (await caches.open(name)).matchAll())
        texts.push(JSON.stringify([...kept.headers]), await kept.text());
    }
    return texts.join("\n");
  });

const readKey = (page: Page) =>
  page.evaluate(async () => (await caches.match("/dashboard"))?.headers.get("X-Mila-Seal") ?? "");

test("what someone typed offline cannot be read by the next person, and is saved when its writer is back", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await say(page, "order a surprise cake for Sam");
  await expect(page.getByText("2 changes wait for a connection")).toBeVisible();
  const key = await readKey(page);
  expect(key).toMatch(/^[\w-]{43}$/);

  // Nora's session ends, and Sam signs in on the same tablet.
  await context.clearCookies();
  await context.setOffline(false);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?/);
  await expect.poll(() => readStored(page)).not.toContain(key);
  expect(await readStored(page)).not.toMatch(/surprise cake|Call the vet/i);
  const sam = await signedInFamily(mila);
  await addTask(sam, { title: "Wash the car" });
  await addSession(context, mila, sam);
  await openInstalled(page);
  await waitForCopy(page, "Wash the car");
  expect(await readKey(page)).not.toBe(key);
  expect(await readStored(page)).not.toMatch(new RegExp(`surprise cake|Call the vet|${key}`, "i"));
  await expect(page.getByText("for a connection")).toHaveCount(0);
  await menu(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");
  expect(await readStored(page)).not.toMatch(
    new RegExp(`surprise cake|Call the vet|Wash the car|${key}`, "i"),
  );

  await addSession(context, mila, family);
  await page.goto("/dashboard");
  await expect(card(page, "Order a surprise cake for Sam")).toHaveCount(1);
  await expect(
    card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
});

test("what waits is sealed from the first moment, also what could not be saved", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  const id = await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  const changes = async () => {
    const stored = await readStored(page);
    return stored.split("\n").find((text) => text.includes("changeId"));
  };
  expect(await changes()).not.toContain("vet");
  await family.post(`/tasks/${id}/delete`);
  await context.setOffline(false);
  await expect(page.getByRole("alert").filter({ hasText: "I couldn't save this" })).toContainText(
    "You deleted this",
  );
  const refused = await changes();
  expect(refused).toContain("changeId");
  expect(refused).not.toMatch(/vet|deleted/);
});

test("what someone shared after their session ended goes to nobody else who signs in", async ({
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
  await expect(page).toHaveURL(/\/auth\?/);
  await share(page, mila.url, { text: "order a surprise cake for Sam" });
  await expect(page).toHaveURL(/\/auth\?redirectTo=%2Fdashboard%3Fshared/);
  const signInPage = page.url();
  const stored = await readStored(page);
  expect(stored).toContain("X-Mila-Owner".toLowerCase());
  expect(stored).not.toMatch(/surprise cake/i);
  const key = new URL(signInPage).searchParams.get("redirectTo")!.split(".").at(-1)!;
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(stored).not.toContain(key);

  const sam = await signedInFamily(mila);
  await waitForHydration(page);
  await fillCredentials(page, sam.email, "correct horse 7");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText("What you shared isn't here any more")).toBeVisible();
  await expect(page.getByLabel("What do you need?")).toHaveValue("");
  await context.clearCookies();
  await addSession(context, mila, family);
  await page.goto(new URL(signInPage).searchParams.get("redirectTo")!);
  await expect(page.getByText("What you shared isn't here any more")).toBeVisible();
});

test("signing out takes along what was shared and not yet taken", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  const kept = () =>
    page.evaluate(async () => (await (await caches.open("mila-shared")).keys()).length);
  const window = await context.newPage();
  // The window closes before its page has run. Its files come from the service worker, so no route
  // could stop them.
  const tools = await context.newCDPSession(window);
  await tools.send("Emulation.setScriptExecutionDisabled", { value: true });
  await page.goto("/preferences");
  await share(window, mila.url, { text: "order a surprise cake for Sam" });
  await window.close();
  expect(await kept()).toBe(1);
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await expect(page).toHaveURL("/auth");
  await expect.poll(kept).toBe(0);
  expect(await page.evaluate(() => caches.has("mila-last-user"))).toBe(false);
});

test("what an older version of Mila kept unsealed is still saved", async ({
  page,
  signIn,
  family,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await page.evaluate(async () => {
    const userId = (await caches.match("/dashboard"))?.headers.get("X-Mila-Viewer")?.split(" ")[0];
    const madeAt = new Date().toISOString();
    const kept = {
      changeId: "an-older-change",
      userId,
      madeAt,
      change: { type: "add", text: "buy stamps" },
    };
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("mila");
      request.addEventListener("success", () => resolve(request.result));
    });
    db.transaction("changes", "readwrite")
      .objectStore("changes")
      .add({ ...kept, title: "buy stamps" });
    db.close();
  });
  await page.goto("/dashboard");
  await expect(card(page, "Buy stamps")).toHaveCount(1);
});
