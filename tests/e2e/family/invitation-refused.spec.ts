import { linkFor } from "../../support/records/add-family-member.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast } from "../../support/browser/on-screen.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

test("an owner with other members must hand over first, and the invitation stays valid", async ({
  page,
  family,
  signIn,
  visit,
  mila,
  problems,
}) => {
  problems.expectStatus(409);
  await newSam(mila, family);
  const link = await linkFor(await signedInFamily(mila), family.email);
  await signIn();
  await visit(link);
  await page.getByRole("button", { name: "Accept Invitation" }).click();

  await expectToast(page, "Error", "You own a household with other people in it.");
  await expect(page.getByRole("heading", { level: 1, name: "Family Invitation" })).toBeVisible();
  await expect(page.getByText("This invitation link is invalid or has expired.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Accept Invitation" })).toBeVisible();
});

test("an invitation to a previous address is refused without further details", async ({
  page,
  family,
  signIn,
  visit,
  mila,
  problems,
}) => {
  problems.expectStatus(403);
  const link = await linkFor(await signedInFamily(mila), family.email);
  await signIn();
  await visit(link);
  await family.post("/preferences/account/email", {
    email: `new-${family.email}`,
    password: "correct horse 7",
  });
  await page.getByRole("button", { name: "Accept Invitation" }).click();

  await expectToast(page, "Error", "This invitation is for a different email address.");
  await expect(page.getByText("This invitation link is invalid or has expired.")).toHaveCount(0);
});
