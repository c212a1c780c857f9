import { addFamilyMember, linkFor } from "../add-family-member.ts";
import { askSam } from "../delegation-link.ts";
import { signedInFamily } from "../signed-in-family.ts";
import { longText, member, visitor, type PageState, type Scene } from "./page-state.ts";

const familyPage = { ...member, title: "Family & Household · Mila" };
const invitation = { title: "Family Invitation · Mila" };

export const familyStates: Record<string, PageState> = {
  "family dashboard": { ...member, title: "Family Dashboard · Mila", open: openFamilyDashboard },
  "family, empty": { ...familyPage, open: ({ visit }) => visit("/preferences/family/members") },
  "family, full": { ...familyPage, open: openFamilyMembers },
  "family, about to remove": { ...familyPage, open: openRemoval },
  "family member with errors": { ...familyPage, status: 400, open: openWrongFamilyMember },
  "edit family member": { ...member, title: "Edit family member · Mila", open: openFamilyMember },
  invite: { ...member, title: "Invite · Mila", open: openInvite },
  "invitation, no link": { ...visitor, ...invitation, open: ({ visit }) => visit("/accept-invitation") },
  "invitation, signed out": {
    ...visitor,
    ...invitation,
    open: async ({ visit, family }) => visit(await linkFor(family, "sam@example.com")),
  },
  "invitation, ended": { ...member, ...invitation, open: openEndedInvitation },
  "family dashboard, told by who has not answered": {
    ...member,
    title: "Family Dashboard · Mila",
    open: openUnansweredWeek,
  },
  "invitation for another address": {
    ...member,
    ...invitation,
    open: async ({ visit, family }) => visit(await linkFor(family, "sam@example.com")),
  },
  "invitation to accept": { ...member, ...invitation, open: ({ visit }) => visit("/accept-invitation?token=none") },
};

async function openFamilyMembers({ visit, family }: Scene) {
  await addFamilyMember(family, { name: "Donaudampfschifffahrtsgesellschaftskapitän Müller-Lüdenscheidt" });
  await addFamilyMember(family, { name: "سامي", phone: "+44 7400 123456", email: "sami@example.com" });
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await visit("/preferences/family/members");
}

async function openRemoval(scene: Scene) {
  await addFamilyMember(scene.family, { name: "Sam" });
  await scene.visit("/preferences/family/members");
  await scene.page.getByText("Remove", { exact: true }).first().click();
}

async function openWrongFamilyMember({ page, visit }: Scene) {
  await visit("/preferences/family/members");
  await page.getByLabel("Name").fill("Sam");
  await page.getByLabel("Phone").fill("call me");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("That doesn't look like a phone number").waitFor();
}

async function openFamilyMember({ page, visit, family }: Scene) {
  await addFamilyMember(family, { name: "Sam" });
  await visit("/preferences/family/members");
  await page.getByRole("link", { name: "Edit Sam" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Edit family member" }).waitFor();
}

async function openInvite({ visit, family }: Scene) {
  await linkFor(family, "sam@example.com");
  await linkFor(family, `${"very-long-address-".repeat(3)}@${"example-".repeat(8)}.com`);
  await visit("/preferences/family/invite");
}

async function openFamilyDashboard({ visit, family }: Scene) {
  await family.post("/dashboard", { text: "call grandma tomorrow at 6pm" });
  await family.post("/dashboard", { text: "pick up Emma from school tomorrow at 3" });
  await visit("/family");
}

/** A revoked and an expired invitation look alike. */
async function openEndedInvitation({ page, visit, family, mila }: Scene) {
  const other = await signedInFamily(mila);
  const link = await linkFor(other, family.email);
  const html = await (await other.get("/preferences/family/invite")).text();
  const revoke = /\/preferences\/family\/invitations\/[^"]+\/revoke/.exec(html)?.[0] ?? "";
  await other.post(revoke);
  await visit(link);
  await page.getByRole("heading", { name: "Invalid Invitation" }).waitFor();
}

async function openUnansweredWeek({ visit, family }: Scene) {
  await askSam(family, { title: longText.repeat(4).slice(0, 300), dueDate: "2031-05-04T15:00" });
  await visit("/family");
}
