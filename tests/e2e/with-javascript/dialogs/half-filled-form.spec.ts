import { addFamilyMember, linkFor } from "../../../support/records/add-family-member.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { expectToast } from "../../../support/browser/on-screen.ts";

test("removing a member keeps the half-filled form, and adding one clears it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (const name of ["Ruth", "Ida"])
    await addFamilyMember(family, { name, relation: "grandparent", email: "" });
  await visit("/preferences/family/members");
  const name = page.getByLabel("Name");
  await name.fill("Emma");
  await page.getByRole("button", { name: "Add" }).click();
  await expectToast(page, "Emma added");
  await expect(name).toHaveValue("");

  await name.fill("Ben");
  const ruth = page.getByRole("listitem").filter({ hasText: "Ruth" });
  await ruth.getByText("Remove", { exact: true }).click();
  await ruth.getByRole("button", { name: "Remove Ruth" }).click();
  await expectToast(page, "Member removed");
  await expect(ruth).toHaveCount(0);
  await expect(name).toHaveValue("Ben");
});

test("revoking an invitation keeps the half-typed address, and inviting clears it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await linkFor(family, "ida@example.com");
  await visit("/preferences/family/invite");
  const address = page.getByLabel("Email address");
  await address.fill("sam@example.com");
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await expectToast(page, "Invitation ready");
  await expect(address).toHaveValue("");

  await address.fill("ruth@example");
  await page.getByRole("button", { name: "Revoke: ida@example.com" }).click();
  await expectToast(page, "Invitation revoked");
  await expect(page.getByRole("heading", { name: "ida@example.com" })).toHaveCount(0);
  await expect(address).toHaveValue("ruth@example");
});
