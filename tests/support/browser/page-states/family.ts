import { addFamilyMember, linkFor } from "../../records/add-family-member.ts";
import { askSam } from "../../messages/delegation-link.ts";
import { addTask } from "../../records/add-task.ts";
import { today } from "../../text/days.ts";
import { signedInFamily } from "../../people/signed-in-family.ts";
import { longTitle, member, visitor, type PageState, type Scene } from "./page-state.ts";

const familyPage = { ...member, title: "Family & Household · Mila" };
const invitation = { title: "Family Invitation · Mila" };

export const familyStates: Record<string, PageState> = {
  "family dashboard": { ...member, title: "Family Dashboard · Mila", open: openFamilyDashboard },
  "a person of the family": { ...member, title: "Emma · Family · Mila", open: openPerson },
  "a page for a child, no link yet": {
    ...member,
    title: "A page for Emma · Mila",
    open: openLinks,
  },
  "a page for a child, new link": { ...member, title: "A page for Emma · Mila", open: openNewLink },
  "child's page": { ...visitor, title: "Emma · Mila", open: openChild },
  "child's page, nothing to do": { ...visitor, title: "Emma · Mila", open: openIdleChild },
  "child's page, with stars": { ...visitor, title: "Emma · Mila", open: openChildWithStars },
  "stars for a child": { ...member, title: "Stars for Emma · Mila", open: openStars },
  "stars, with errors": {
    ...member,
    title: "Stars for Emma · Mila",
    status: 400,
    open: openWrongStars,
  },
  "child's page, ended": {
    ...visitor,
    title: "This page has ended · Mila",
    status: 404,
    open: ({ user }) => user.visit(`/child/${"x".repeat(43)}`),
  },
  "family, empty": { ...familyPage, open: ({ user }) => user.visit("/preferences/family/members") },
  "family, inviting a partner": { ...familyPage, open: openInvitingForm },
  "family, full": { ...familyPage, open: openFamilyMembers },
  "family, about to remove": { ...familyPage, open: openRemoval },
  "family member with errors": { ...familyPage, status: 400, open: openWrongFamilyMember },
  "edit family member": { ...member, title: "Edit family member · Mila", open: openFamilyMember },
  invite: { ...member, title: "Invite · Mila", open: openInvite },
  "invitation, no link": {
    ...visitor,
    ...invitation,
    open: ({ user }) => user.visit("/accept-invitation"),
  },
  "invitation, signed out": {
    ...visitor,
    ...invitation,
    open: async ({ user, family }) => user.visit(await linkFor(family, "sam@example.com")),
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
    open: async ({ user, family }) => user.visit(await linkFor(family, "sam@example.com")),
  },
  "invitation to accept": {
    ...member,
    ...invitation,
    open: async ({ user, family, mila }) =>
      user.visit(await linkFor(await signedInFamily(mila), family.email)),
  },
  "invitation to accept, asking who is who": {
    ...member,
    ...invitation,
    open: openInvitationWithQuestions,
  },
  "welcome, you": {
    ...member,
    title: "Who are you? · Mila",
    open: ({ user }) => user.visit("/welcome/you"),
  },
  "welcome, children": {
    ...member,
    title: "Your children · Mila",
    open: ({ user }) => user.visit("/welcome/children"),
  },
  "welcome, who shares the load": {
    ...member,
    title: "Who shares the load? · Mila",
    open: ({ user }) => user.visit("/welcome/sharing"),
  },
  "welcome, reminders with a link to send": {
    ...member,
    title: "When to remind you · Mila",
    open: openWelcomeReminders,
  },
};

async function openInvitationWithQuestions({ user, family, mila }: Scene) {
  const host = await signedInFamily(mila);
  const otto = { name: "Otto", relation: "sibling", email: "" };
  const captain = {
    name: "Donaudampfschifffahrtsgesellschaftskapitän Müller-Lüdenscheidt",
    phone: "",
  };
  await addFamilyMember(host, { ...otto, phone: "" });
  await addFamilyMember(host, { ...otto, relation: "other", phone: "" });
  await addFamilyMember(host, captain);
  await addFamilyMember(family, { ...otto, phone: "(201) 555-0124" });
  await addFamilyMember(family, { ...captain, email: "captain@example.com" });
  await user.visit(await linkFor(host, family.email));
}

async function openFamilyMembers({ user, family }: Scene) {
  await addFamilyMember(family, {
    name: "Donaudampfschifffahrtsgesellschaftskapitän Müller-Lüdenscheidt",
  });
  await addFamilyMember(family, {
    name: "سامي",
    phone: "+44 7400 123456",
    email: "sami@example.com",
  });
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await user.visit("/preferences/family/members");
}

async function openInvitingForm({ user }: Scene) {
  await user.visit("/preferences/family/members");
  await user.fill("Name", "Sam");
  await user.fill("Email", "sam@example.com");
}

async function openRemoval(scene: Scene) {
  await addFamilyMember(scene.family, { name: "Sam" });
  await scene.user.visit("/preferences/family/members");
  await scene.user.unfold("Remove");
}

async function openWrongFamilyMember({ user }: Scene) {
  await user.visit("/preferences/family/members");
  await user.fill("Name", "Sam");
  await user.fill("Phone", "call me");
  await user.press("Add");
  await user.sees("That doesn't look like a phone number");
}

async function openFamilyMember({ user, family }: Scene) {
  await addFamilyMember(family, { name: "Sam" });
  await user.visit("/preferences/family/members");
  await user.follow("Edit Sam");
  await user.isAsked("Edit family member");
}

async function openInvite({ user, family }: Scene) {
  await linkFor(family, "sam@example.com");
  await linkFor(family, `${"very-long-address-".repeat(3)}@${"example-".repeat(8)}.com`);
  await user.visit("/preferences/family/invite");
}

async function openFamilyDashboard({ user, family }: Scene) {
  await family.post("/dashboard", { text: "call grandma tomorrow at 6pm" });
  await family.post("/dashboard", { text: "pick up Emma from school tomorrow at 3" });
  await user.visit("/family");
}

async function addEmma({ user, family }: Scene) {
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  const page = await (await family.get("/family")).text();
  const [, person = ""] = /data-initials="E"[^>]*href="([^"]+)"/.exec(page) ?? [];
  return { user, family, links: `${person}/page` };
}

async function openLinks(scene: Scene) {
  const { user, links } = await addEmma(scene);
  await user.visit(links);
}

async function openNewLink(scene: Scene) {
  await openLinks(scene);
  await scene.user.press("Make a link");
  await scene.user.sees("I only show it here and now");
}

/** Returns the path of the child's page. */
async function linkForEmma(scene: Scene): Promise<string> {
  const { family, links } = await addEmma(scene);
  await family.post(links);
  const html = await (await family.get(links)).text();
  return /\/child\/[\w-]{43}/.exec(html)?.[0] ?? "";
}

async function openIdleChild(scene: Scene) {
  await scene.user.visit(await linkForEmma(scene));
}

/** Returns the path of the stars' page. */
async function giveStars(scene: Scene): Promise<string> {
  const { family, links } = await addEmma(scene);
  const page = links.replace(/page$/, "stars");
  await family.post("/preferences/family/stars", { isOn: "yes" });
  await family.post(page, { stars: "7", reason: "Helping" });
  await family.post(`${page}/goal`, { goalStars: "10", words: "cinema with a friend" });
  return page;
}

async function openStars(scene: Scene) {
  await scene.user.visit(await giveStars(scene));
}

async function openWrongStars(scene: Scene) {
  const { user } = scene;
  await user.visit(await giveStars(scene));
  await user.fill("How many?", "3");
  await user.fill("What for?", "x".repeat(101));
  await user.press("Give");
  await user.sees("Please use fewer words");
}

async function openChildWithStars(scene: Scene) {
  const page = await giveStars(scene);
  const links = page.replace(/stars$/, "page");
  await scene.family.post(links);
  const html = await (await scene.family.get(links)).text();
  await scene.user.visit(/\/child\/[\w-]{43}/.exec(html)?.[0] ?? "");
}

async function openChild(scene: Scene) {
  const { user, family } = scene;
  const link = await linkForEmma(scene);
  const [day, next] = [today(), today().add({ days: 1 })];
  const assignee = "Emma";
  await addTask(family, {
    title: "Water the plants",
    assignee,
    dueDate: `${day.toString()}T23:58`,
  });
  await addTask(family, { title: longTitle, assignee, dueDate: `${day.toString()}T23:59` });
  await addTask(family, { title: "Pack the bag", assignee, dueDate: `${next.toString()}T15:00` });
  await addTask(family, { title: "Tidy the desk", assignee });
  await user.visit(link);
  await user.press("Mark as complete: Water the plants 11:58 PM");
  await user.sees("Undo");
}

async function openPerson(scene: Scene) {
  const { user, family } = scene;
  const { links } = await addEmma(scene);
  const aboutId = links.split("/")[2]!;
  const dueDate = `${today().toString()}T23:59`;
  for (const title of [longTitle, "Dentist"])
    await addTask(family, { title, assignee: "Grandma Rosemary", aboutId, dueDate });
  await addTask(family, { title: "Haircut", aboutId });
  await addTask(family, {
    title: longTitle,
    assignee: "Emma",
    dueDate,
  });
  await addTask(family, { title: "Water the plants", assignee: "Emma" });
  await user.visit("/family");
  await user.follow("Emma");
  await user.sees("Whole week");
}

async function openWelcomeReminders({ user, family }: Scene) {
  await linkFor(family, "sam@example.com");
  await user.visit("/welcome/reminders");
}

/** A revoked and an expired invitation look alike. */
async function openEndedInvitation({ user, family, mila }: Scene) {
  const other = await signedInFamily(mila);
  const link = await linkFor(other, family.email);
  const html = await (await other.get("/preferences/family/invite")).text();
  const revoke = /\/preferences\/family\/invitations\/[^"]+\/revoke/.exec(html)?.[0] ?? "";
  await other.post(revoke);
  await user.visit(link);
  await user.isAsked("Invalid Invitation");
}

async function openUnansweredWeek({ user, family }: Scene) {
  await askSam(family, { title: longTitle, dueDate: "2031-05-04T15:00" });
  await user.visit("/family");
}
