import type { BrowserContext, Page } from "@playwright/test";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, waitForHydration, test, timeZone } from "../../support/browser/browser.ts";
import { card, expectToast, fillCredentials } from "../../support/browser/on-screen.ts";

const password = "correct horse 7";

test(
  "two accounts join one family, share its list and part again",
  bothWays,
  async ({ signedIn: nora, visit, family, browser, problems, mila, javaScriptEnabled }, info) => {
    const samsAddress = `sam-${info.project.name}-${info.workerIndex}-${Date.now()}@example.com`;
    await addTask(family, { title: "Order groceries" });

    await visit("/preferences/family");
    await nora.getByLabel("Name").fill("Sam");
    await nora.getByLabel("Relation").selectOption("Spouse");
    await nora.getByLabel("Phone").fill("201-555-0123");
    await nora.getByLabel("Email").fill(samsAddress);
    const whom = javaScriptEnabled ? "Sam" : "them";
    await expect(nora.getByLabel(`Invite ${whom} to see everything here`)).toBeChecked();
    await nora.getByRole("button", { name: "Add" }).click();
    await expectToast(nora, "Sam added");
    const sams = nora.getByRole("listitem").filter({ hasText: samsAddress });
    await expect(sams).toContainText("(201) 555-0123");
    await expect(nora.getByLabel("Name")).toHaveValue("");

    const link = await sams.getByLabel("Send them this link").inputValue();

    await using context = await browser.newContext({
      baseURL: mila.url,
      timezoneId: timeZone,
      javaScriptEnabled,
    });
    problems.watch(context);
    const sam = await acceptAsNewUser(context, {
      link,
      email: samsAddress,
      alive: javaScriptEnabled ?? false,
    });
    await expectToast(sam, "Success!", "You've joined the family!");
    await sam.goto("/dashboard");
    if (javaScriptEnabled) await waitForHydration(sam);
    await expect(card(sam, "Order groceries")).toBeVisible();
    await card(sam, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
    await expect(
      card(sam, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();

    await visit("/dashboard");
    await expect(
      card(nora, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();

    await visit("/preferences/family/members");
    const membership = nora
      .getByRole("region", { name: "Household members" })
      .getByRole("listitem");
    const his = membership.filter({ hasText: samsAddress });
    await his.getByText("Remove", { exact: true }).click();
    await his.getByRole("button", { name: "Remove" }).click();
    await expectToast(nora, "Member removed");
    await expect(his).toHaveCount(0);

    // With JavaScript, the page updates itself. Without it, the next press does.
    if (!javaScriptEnabled)
      await card(sam, "Order groceries")
        .getByRole("button", { name: "Mark as incomplete" })
        .click();
    await expectToast(
      sam,
      "You now have your own household",
      "You were removed from your previous household",
    );
    await expect(sam).toHaveURL("/dashboard");
    await expect(sam.getByText("You're all caught up!")).toBeVisible();
    await expect(sam.getByText("Order groceries")).toHaveCount(0);
  },
);

async function acceptAsNewUser(
  context: BrowserContext,
  { link, email, alive }: { link: string; email: string; alive: boolean },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText("You've been invited to join a family")).toBeVisible();
  await page.getByRole("link", { name: "Sign In to Accept" }).click();
  await page.getByRole("link", { name: "Need an account? Sign up" }).click();
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
  if (alive) await waitForHydration(page);
  await fillCredentials(page, email, password);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expectToast(page, "Account created!");
  await fillCredentials(page, email, password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Family Invitation" })).toBeVisible();
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(page).toHaveURL("/family");
  return page;
}
