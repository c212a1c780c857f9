import { expect, test } from "../../../support/browser/browser.ts";
import { completeOffline, openWithCopyOf } from "../../../support/browser/installed.ts";
import { card, say } from "../../../support/browser/on-screen.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { openData } from "../../../support/records/open-data.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  for (const status of [409, 503]) problems.expectStatus(status);
});

test("words typed offline are shown in another household, and saved there only if their writer says so", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await say(page, "Buy milk");
  await say(page, "Order a cake");
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();

  // Nora joins Sam's household on her phone.
  const sam = await signedInFamily(mila);
  await using db = openData(mila.dataFolder);
  const memberOf = (email: string) =>
    db
      .selectFrom("household_members")
      .innerJoin("users", "users.id", "household_members.user_id")
      .select(["household_members.id", "household_id"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
  const { household_id } = await memberOf(sam.email);
  const { id } = await memberOf(family.email);
  await db
    .updateTable("household_members")
    .set({ household_id, role: "member" })
    .where("id", "=", id)
    .execute();
  await context.setOffline(false);

  const kept = page
    .getByRole("alert")
    .filter({ hasText: "Typed for the family you were in before" });
  await expect(kept).toContainText("Buy milk");
  await expect(kept).toContainText("Order a cake");
  await page.goto("/dashboard");
  await expect(kept).toContainText("Buy milk");
  await expect(card(page, "Buy milk")).toHaveCount(0);
  await kept.getByRole("button", { name: "Discard: Order a cake" }).click();
  await kept.getByRole("button", { name: "Save here: Buy milk" }).click();
  await expect(card(page, "Buy milk")).toHaveCount(1);
  await expect(card(page, "Order a cake")).toHaveCount(0);
  await expect(kept).toHaveCount(0);
});
