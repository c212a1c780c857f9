import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast } from "../../support/browser/on-screen.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import type { Visitor } from "../../support/product/visitor.ts";

for (const button of ["Send again", "Revoke"]) {
  test(`"${button}" on an invitation that was just accepted says so`, async ({
    signedIn: page,
    visit,
    family,
    mila,
  }) => {
    const sam = await signedInFamily(mila);
    const token =
      new URLSearchParams((await linkFor(family, sam.email)).split("?")[1]).get("token") ?? "";
    await visit("/preferences/family/invite");
    await sam.post("/accept-invitation", { token });
    await page.getByRole("button", { name: button }).click();
    await expectToast(page, "This invitation was already accepted");
    await expect(page).toHaveURL("/preferences/family/invite");
    await expect(page.getByText("No pending invitations.")).toBeVisible();
  });
}

test("editing a family member whom another user just removed keeps the input and offers to add them", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(404);
  await addRuth(family, visit);
  await page.getByRole("link", { name: "Edit Ruth" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit family member");
  await page.getByLabel("Name").fill("Grandma Ruth");
  await page.getByLabel("Phone").fill("(201) 555-0199");
  await family.post(new URL(page.url()).pathname.replace(/edit$/, "delete"));

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This is no longer on your list" }),
  ).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Grandma Ruth");
  await expect(page.getByLabel("Relation")).toHaveValue("grandparent");
  await page.getByRole("button", { name: "Add again" }).click();
  await expectToast(page, "Grandma Ruth added");
  await expect(page.getByRole("listitem").filter({ hasText: "Grandma Ruth" })).toContainText(
    "(201) 555-0199",
  );
});

test("removing a family member whom another user just removed says so", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(404);
  await addRuth(family, visit);
  const ruth = page.getByRole("listitem").filter({ hasText: "Ruth" });
  const edit = (await ruth.getByRole("link", { name: "Edit Ruth" }).getAttribute("href")) ?? "";
  await family.post(edit.replace(/edit$/, "delete"));
  await ruth.getByText("Remove", { exact: true }).click();
  await ruth.getByRole("button", { name: "Remove Ruth" }).click();
  await expect(page.getByText("This is no longer on your list")).toBeVisible();
  await expect(page.getByText("Family & Household", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Oops! Page not found")).toHaveCount(0);
  await expect(ruth).toHaveCount(0);
  await expect(page.getByText("This is no longer on your list")).toBeVisible();
});

async function addRuth(family: Visitor, visit: (path: string) => Promise<void>): Promise<void> {
  await addFamilyMember(family, { name: "Ruth", relation: "grandparent", email: "" });
  await visit("/preferences/family/members");
}
