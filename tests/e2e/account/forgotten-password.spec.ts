import type { Request } from "@playwright/test";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast, fillCredentials } from "../../support/browser/on-screen.ts";
import { passwordLink } from "../../support/people/password-link.ts";

test(
  "the link sets a new password, signs out everywhere and works once",
  bothWays,
  async ({ signedIn: page, otherDevice, visit, family, mila }) => {
    const link = await passwordLink(mila, family);
    await otherDevice.goto("/dashboard");
    await visit(link);
    await page.getByLabel("New password").fill("another horse 8");
    await page.getByRole("button", { name: "Save new password" }).click();

    await expect(page).toHaveURL("/auth");
    await expectToast(
      page,
      "Password changed",
      "You're signed out everywhere. Log in with your new password.",
    );
    await otherDevice.reload();
    await expect(otherDevice).toHaveURL("/auth?redirectTo=%2Fdashboard");
    await fillCredentials(page, family.email, "another horse 8");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL("/dashboard");

    await visit(link);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await page.getByRole("link", { name: "Send me a new link" }).click();
    await expect(page).toHaveURL("/auth/forgot");
  },
);

test("a link that expires while the password is typed says so", async ({
  page,
  visit,
  family,
  mila,
}) => {
  await visit(await passwordLink(mila, family));
  await passwordLink(mila, family);
  await page.getByLabel("New password").fill("another horse 8");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("a common password is refused, and the link still works", async ({
  page,
  visit,
  family,
  mila,
  problems,
}) => {
  problems.expectStatus(400);
  await visit(await passwordLink(mila, family));
  await page.getByLabel("New password").fill("iloveyou");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
    /This password is too common/,
  );
  await page.getByLabel("New password").fill("another horse 8");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expectToast(page, "Password changed");
});

test("no Referer contains the token", bothWays, async ({ page, visit, family, mila }) => {
  const link = await passwordLink(mila, family);
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await visit(link);
  await page.getByLabel("New password").fill("another horse 8");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page).toHaveURL("/auth");
  const headers = await Promise.all(requests.map((request) => request.allHeaders()));
  expect(headers.length).toBeGreaterThan(2);
  expect(headers.filter(({ referer }) => referer?.includes("token"))).toEqual([]);
});
