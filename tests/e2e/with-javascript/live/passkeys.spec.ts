import type { Page } from "@playwright/test";
import { violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { atName } from "../../../support/browser/open-state.ts";
import { expectToast, fillCredentials } from "../../../support/browser/on-screen.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { openData } from "../../../support/records/open-data.ts";

const password = "correct horse 7";

test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });

test.beforeEach(({ problems, baseURL }) => problems.expectOrigin(baseURL ?? ""));

/** A device that confirms everything until its owner cannot be verified. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isVerified });
  return { verify };
}

async function logIn(page: Page, email: string) {
  await fillCredentials(page, email, password);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}

test("a passkey is added, signs in alone, and is the second step after the password", async ({
  page,
  visit,
  family,
}) => {
  await plugIn(page);
  await visit("/auth?redirectTo=%2Fpreferences%2Faccount");
  await logIn(page, family.email);
  await addPasskey(page, "Nora's phone");
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Nora's phone" })).toBeVisible();

  await page.context().clearCookies();
  await visit("/family");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page).toHaveURL("/family");

  await page.context().clearCookies();
  await visit("/auth");
  await logIn(page, family.email);
  await expect(page).toHaveURL("/auth/code");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a passkey confirms a change to how its user signs in", async ({
  page,
  visit,
  family,
  mila,
}) => {
  await plugIn(page);
  await visit("/auth?redirectTo=%2Fpreferences%2Faccount");
  await logIn(page, family.email);
  await addPasskey(page, "Phone");
  await page.getByRole("link", { name: "Done" }).click();
  await using db = openData(mila.dataFolder);
  await confirmedLongAgo(db, family.email);
  await page.getByRole("link", { name: "Make new codes" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("please take your second step again")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectToast(page, "Thanks, it's you");
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
});

test("the pages that offer passkeys have no accessibility violations", async ({
  page,
  visit,
  family,
}) => {
  await visit("/auth?redirectTo=%2Fpreferences%2Faccount");
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await logIn(page, family.email);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("someone who cancels can try again", async ({ page, visit, family }) => {
  const { verify } = await plugIn(page);
  await visit("/auth?redirectTo=%2Fpreferences%2Faccount");
  await logIn(page, family.email);
  await addPasskey(page, "Phone");
  await expectToast(page, "Two-step sign-in is on");
  await page.context().clearCookies();
  await visit("/auth");
  await verify(false);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. You can try again.")).toBeVisible();
  await verify(true);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");
});
