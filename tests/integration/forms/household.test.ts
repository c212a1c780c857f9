import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const members = "/preferences/family/members";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a family member can be edited, with errors beside the fields, and removed", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Ruth", relation: "grandparent" });
  await nora.visit(members);
  await nora.follow("Edit Ruth");
  nora.fill("Name", "Grandma Ruth");
  nora.fill("Phone", "12");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.field("Phone").isInvalid).toBe(true);
  expect(nora.field("Name").value).toBe("Grandma Ruth");

  nora.fill("Phone", "(201) 555-0199");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Grandma Ruth saved");
  expect(nora.item("Grandma Ruth").text).toContain("(201) 555-0199");

  nora.item("Grandma Ruth").unfold("Remove");
  await nora.press("Remove Grandma Ruth");
  expect(nora.toast).toContain("Member removed");
  expect(nora.headings(3)).not.toContain("Grandma Ruth");
});

test("a second child of the same name is asked for a letter or a year, and nothing typed is lost", async () => {
  const { nora, family } = await newNora(mila);
  const child = { relation: "child", phone: "", email: "" };
  await addFamilyMember(family, { ...child, name: "Emma" });
  await nora.visit(members);
  nora.fill("Name", "  emma ");
  nora.choose("Relation", "Child");
  nora.fill("Phone", "(201) 555-0123");
  await nora.press("Add", { status: 400 });
  expect(nora.field("Name").description).toContain(
    "Add a letter or the year of birth, such as “emma 2019”",
  );
  expect(nora.field("Relation").choice).toBe("Child");
  expect(nora.field("Phone").value).toBe("(201) 555-0123");
  nora.fill("Name", "Emma 2019");
  await nora.press("Add");
  await addFamilyMember(family, { ...child, name: "Emma B" });
  // Someone else may have the name.
  await addFamilyMember(family, { name: "Emma", relation: "grandparent", email: "" });
  await nora.visit(members);
  expect(nora.headings(3).filter((name) => name.startsWith("Emma"))).toHaveLength(4);

  await nora.follow("Edit Emma B");
  nora.fill("Name", "Emma 2019");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.field("Name").value).toBe("Emma 2019");
  expect(nora.field("Name").isInvalid).toBe(true);
});

test("removing someone who said yes names the tasks, before and after", async () => {
  const { nora, family } = await newNora(mila);
  const { path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("Sam");

  await nora.visit(members);
  nora.item("Sam").unfold("Remove");
  expect(nora.item("Sam").text).toContain(
    "They said yes to “Pick up Emma”, which will be open again.",
  );
  await nora.press("Remove Sam");
  expect(nora.toast).toContain("Member removed “Pick up Emma” is open again.");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).not.toContain("Sam");
});

test("an owner can hand over the household and then leave it", async () => {
  const { nora, family } = await newNora(mila);
  await newSam(mila, family);
  await nora.visit(members);
  expect(nora.text).toContain("To leave, make someone else the owner first.");
  nora.region("Household members").item("Sam").unfold("Make owner");
  await nora.press("Make Sam owner");
  expect(nora.toast).toContain("Owner changed");

  nora.unfold("Leave");
  await nora.press("Leave the household");
  expect(nora.url).toBe("/dashboard");
  expect(nora.toast).toContain("You now have your own household");
});

test("a removed member is told on their next action", async () => {
  const { nora, family } = await newNora(mila);
  const person = await newSam(mila, family);
  const sam = browserOf(mila, person);
  await sam.visit("/dashboard");
  await nora.visit(members);
  nora.region("Household members").item("Sam").unfold("Remove");
  await nora.press("Remove Sam");
  expect(nora.toast).toContain("Member removed");
  expect(nora.region("Household members").headings(3)).toHaveLength(1);

  sam.fill("What do you need?", "Order groceries");
  await sam.press("Send");
  expect(sam.toast).toContain(
    "You now have your own household You were removed from your previous household",
  );
});

test("an invitation can be resent and revoked", async () => {
  const { nora, family } = await newNora(mila);
  const link = await linkFor(family, "kim@example.com");
  await nora.visit("/preferences/family/invite");
  await nora.press("Send again: kim@example.com");
  expect(nora.items()).toEqual([expect.stringContaining("kim@example.com")]);
  await nora.press("Revoke: kim@example.com");
  expect(nora.toast).toContain("Invitation revoked");
  expect(nora.text).toContain("No pending invitations.");

  const kim = (await newNora(mila)).nora;
  await kim.visit(link);
  expect(kim.heading).toBe("Invalid Invitation");
});
