import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { browserOf, type Family, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("an invitation explains what accepting does", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(await linkFor(await signedInFamily(mila), family.email));
  const words = "Click the button below to join this family and start sharing tasks and calendars.";
  expect(nora.text).toContain(words);
  await nora.press("Accept Invitation");
  expect(nora.url).toBe("/family");
});

test("an invitation that someone already accepted leads them, and nobody else, to the family", async () => {
  const { nora, family } = await newNora(mila);
  const [secondTab, owner] = [browserOf(mila, family), await signedInFamily(mila)];
  const link = await linkFor(owner, family.email);
  for (const tab of [nora, secondTab]) await tab.visit(link);
  await nora.press("Accept Invitation");
  await secondTab.press("Accept Invitation");
  expect(secondTab.toast).toContain("Success! You've joined the family!");
  await nora.visit(link);
  expect(nora.url).toBe("/family");
  const ownersTab = browserOf(mila, owner);
  await ownersTab.visit(link);
  expect(ownersTab.heading).toBe("Invalid Invitation");
});

test("an owner with other members must hand over first, and the invitation stays valid", async () => {
  const { nora, family } = await newNora(mila);
  await newSam(mila, family);
  await nora.visit(await linkFor(await signedInFamily(mila), family.email));
  await nora.press("Accept Invitation", { status: 409 });
  expect(nora.toast).toContain("Error You own a household with other people in it.");
  expect(nora.heading).toBe("Family Invitation");
  expect(nora.text).not.toContain("This invitation link is invalid or has expired.");
  expect(nora.buttons()).toContain("Accept Invitation");
});

test("an invitation to a previous address is refused without further details", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(await linkFor(await signedInFamily(mila), family.email));
  await family.post("/preferences/account/email", {
    email: `new-${family.email}`,
    password: "correct horse 7",
  });
  await nora.press("Accept Invitation", { status: 403 });
  expect(nora.toast).toContain("Error This invitation is for a different email address.");
  expect(nora.text).not.toContain("This invitation link is invalid or has expired.");
});

test("an unknown invitation link says so at once, signed in or not", async () => {
  const { nora } = await newNora(mila);
  for (const someone of [nora, new FormBrowser(mila.url)]) {
    for (const token of ["none", "%F0%9F%8E%82", "a.1.b"]) {
      await someone.visit(`/accept-invitation?token=${token}`);
      expect(someone.heading).toBe("Invalid Invitation");
      expect(someone.buttons()).not.toContain("Accept Invitation");
    }
  }
});

test("an invitation requires an address", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/family/invite");
  await nora.press("Send Invitation", { status: 400 });
  expect(nora.text).toContain("Please enter an email address");
  expect(nora.field("Email address").isInvalid).toBe(true);
});

test.for(["Send again", "Revoke"])(
  "“%s” on an invitation that was just accepted says so",
  async (button) => {
    const { nora, family } = await newNora(mila);
    const sam = await signedInFamily(mila);
    const token =
      new URLSearchParams((await linkFor(family, sam.email)).split("?")[1]).get("token") ?? "";
    await nora.visit("/preferences/family/invite");
    await sam.post("/accept-invitation", { token });
    await nora.press(`${button}: ${sam.email}`);
    expect(nora.toast).toContain("This invitation was already accepted");
    expect(nora.url).toBe("/preferences/family/invite");
    expect(nora.text).toContain("No pending invitations.");
  },
);

async function newNoraWithRuth(): Promise<{ nora: FormBrowser; family: Family }> {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Ruth", relation: "grandparent", email: "" });
  await nora.visit("/preferences/family/members");
  return { nora, family };
}

test("editing a family member whom another user just removed keeps the input and offers to add them", async () => {
  const { nora, family } = await newNoraWithRuth();
  await nora.follow("Edit Ruth");
  expect(nora.heading).toBe("Edit family member");
  nora.fill("Name", "Grandma Ruth");
  nora.fill("Phone", "(201) 555-0199");
  await family.post(nora.url.replace(/edit$/, "delete"));

  await nora.press("Save Changes", { status: 404 });
  expect(nora.alert).toContain("This is no longer on your list");
  expect(nora.field("Name").value).toBe("Grandma Ruth");
  expect(nora.field("Relation").value).toBe("grandparent");
  await nora.press("Add again");
  expect(nora.toast).toContain("Grandma Ruth added");
  expect(nora.item("Grandma Ruth").text).toContain("(201) 555-0199");
});

test("removing a family member whom another user just removed says so", async () => {
  const { nora, family } = await newNoraWithRuth();
  await family.post(nora.link("Edit Ruth").pathname.replace(/edit$/, "delete"));
  nora.item("Ruth").unfold("Remove");
  await nora.press("Remove Ruth", { status: 404 });
  expect(nora.text).toContain("This is no longer on your list");
  expect(nora.text).toContain("Family & Household");
  expect(nora.text).not.toContain("Oops! Page not found");
  expect(nora.headings(3)).not.toContain("Ruth");
});

test("the email preview leads back to the family", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain("would get this email, but email isn't set up here yet.");
  await nora.follow("this email");
  expect(nora.url).toBe("/email-preview");
  await nora.follow("Family & Household");
  expect(nora.url).toBe("/preferences/family/members");
});

test("a withdrawn request says so and takes no more answers", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "UTC",
  });
  const { taskId, path } = await askSam(family, { title: "Call the vet" });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await nora.visit(`/tasks/${taskId}/delegate`);
  await nora.press("I didn't send it");
  expect(nora.toast).toContain("Request cancelled");
  expect(nora.card("Call the vet").text).not.toContain("Pending");

  await sam.press("Sorry, I can't", { status: 409 });
  expect(sam.heading).toBe("The person who asked cancelled this request");
  expect(sam.text).toContain("Things changed before you answered");
});

test("“I didn't send it” does not take back a yes that has come meanwhile", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family, { title: "Call the vet" });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await nora.visit(`/tasks/${taskId}/delegate`);
  await sam.press("Yes, I'll do it");
  await nora.press("I didn't send it");
  expect(nora.toast).toContain("Nothing changed Sam said yes in the meantime.");
  await sam.reload();
  expect(sam.buttons()).toContain("It's done");
  await nora.press("Cancel request");
  expect(nora.toast).toContain("Request cancelled");
  await sam.reload();
  expect(sam.heading).toBe("The person who asked cancelled this request");
});

test("Enter in the note field answers neither yes nor no", async () => {
  const { family } = await newNora(mila);
  const sam = new FormBrowser(mila.url);
  await sam.visit((await askSam(family)).path);
  sam.fill("Add a note (optional)", "I'm at work");
  expect(sam.buttons()).not.toContain("Enter");
  await sam.enter("Add a note (optional)", { status: 400 });
  expect(sam.text).toContain("Please choose one of the buttons");
  expect(sam.field("Add a note (optional)").value).toBe("I'm at work");
});

test("a family without a spouse or partner is led to adding one", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Call the vet" })}/delegate`);
  expect(nora.text).toContain("No spouse or partner added yet");
  await nora.follow("Add Family Member");
  expect(nora.url).toMatch(/^\/preferences\/family/);
});

test("a card shows its assignee", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Pick up Emma", assignee: "Grandpa" });
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("Grandpa");
});
