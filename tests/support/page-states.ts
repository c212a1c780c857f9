import type { Page } from "@playwright/test";
import { addTask } from "./add-task.ts";
import type { Mila } from "./mila.ts";
import { asking, card, fillCredentials, say, skipBrowserChecks, wasAskedAboutOverdue } from "./on-screen.ts";
import { addFamilyMember, linkFor } from "./add-family-member.ts";
import { makeFirstAccount } from "./first-account.ts";
import { addSam, askSam } from "./delegation-link.ts";
import { googleLinkCookie } from "./google-link-cookie.ts";
import { passwordLink } from "./password-link.ts";
import type { Visitor } from "./visitor.ts";

interface Scene {
  page: Page;
  visit: (path: string) => Promise<void>;
  family: Visitor & { email: string };
  mila: Mila;
}

export interface PageState {
  /** What the browser's tab says. */
  title: string;
  status?: number;
  isSignedIn: boolean;
  open: (scene: Scene) => Promise<unknown>;
}

const visitor = { isSignedIn: false };
const member = { isSignedIn: true };
const forgotten = { ...visitor, title: "Forgot your password? · Mila" };
const newPassword = { ...visitor, title: "New password · Mila" };
const emailTitle = "Your email address · Mila";
const askTitle = "Who can do this? · Mila";
const requestTitle = "Can you do this? · Mila";
const dashboard = { ...member, title: "Dashboard · Mila" };

const familyPage = { ...member, title: "Family & Household · Mila" };
const invitation = { title: "Family Invitation · Mila" };

/** Every page in every state that looks different, for the checks that hold for all of them. */
export const pageStates: Record<string, PageState> = {
  "sign-in": { ...visitor, title: "Sign in · Mila", open: ({ visit }) => visit("/auth") },
  "sign-up": { ...visitor, title: "Sign up · Mila", open: ({ visit }) => visit("/auth?mode=signup") },
  "sign-in with a wrong password": { ...visitor, title: "Sign in · Mila", status: 400, open: openWrongPassword },
  "sign-up with errors": { ...visitor, title: "Sign up · Mila", status: 400, open: openFieldErrors },
  "forgotten password": { ...forgotten, open: ({ visit }) => visit("/auth/forgot") },
  "forgotten password, without an address": { ...forgotten, status: 400, open: openForgottenErrors },
  "forgotten password, asked": { ...forgotten, open: ({ visit }) => visit("/auth/forgot?asked=yes") },
  "new password": { ...newPassword, open: async ({ visit, mila, family }) => visit(await passwordLink(mila, family)) },
  "new password, too common": { ...newPassword, status: 400, open: openCommonPassword },
  "new password, dead link": { ...newPassword, open: ({ visit }) => visit("/auth/reset?token=none") },
  "email address, dead link": { ...visitor, title: emailTitle, open: ({ visit }) => visit("/auth/verify?token=none") },
  "email address, confirmed": { ...member, title: emailTitle, open: ({ visit }) => visit("/auth/verify") },
  "back from Google, not from here": {
    ...visitor,
    title: "Sign in · Mila",
    status: 400,
    open: ({ visit }) => visit("/auth/google/callback?state=none&code=none"),
  },
  "password before Google": { ...visitor, title: "Your password · Mila", open: openGoogleLink },
  "password before Google, wrong": {
    ...visitor,
    title: "Your password · Mila",
    status: 400,
    open: openWrongGoogleLink,
  },
  "page not found": { ...visitor, title: "Page not found · Mila", status: 404, open: ({ visit }) => visit("/nowhere") },
  "dashboard, empty": { ...dashboard, open: ({ visit }) => visit("/dashboard") },
  "dashboard, full": { ...dashboard, open: openFull },
  "dashboard, menu open": { ...dashboard, open: openMenu },
  "dashboard, task deleted": { ...dashboard, open: openDeleted },
  "dashboard, tasks just added": { ...dashboard, open: openAdded },
  "edit task": { ...member, title: "Edit task · Mila", open: openEdit },
  "edit task, changed by somebody else": { ...member, title: "Edit task · Mila", status: 409, open: openConflict },
  "overdue task": { ...member, title: "Overdue · Mila", open: openOverdue },
  "confirm tasks": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ visit }) => visit("/tasks/confirm?text=pick+up+Emma+at+3+tomorrow"),
  },
  "family dashboard": { ...member, title: "Family Dashboard · Mila", open: openFamilyDashboard },
  task: { ...member, title: "Task · Mila", open: openTask },
  "task without a date": { ...member, title: "Task · Mila", open: openUndatedTask },
  "task's reminders with an error": { ...member, title: "Reminders · Mila", status: 400, open: openWrongReminder },
  preferences: { ...member, title: "Preferences · Mila", open: ({ visit }) => visit("/preferences") },
  "reminder preferences": {
    ...member,
    title: "Reminders & Notifications · Mila",
    open: ({ visit }) => visit("/preferences/reminders"),
  },
  "notification settings, empty": {
    ...member,
    title: "Notification Settings · Mila",
    open: ({ visit }) => visit("/preferences/notifications"),
  },
  "notification settings with an error": {
    ...member,
    title: "Notification Settings · Mila",
    status: 400,
    open: openWrongNumber,
  },
  "notification settings, full": { ...member, title: "Notification Settings · Mila", open: openNotifications },
  "your Mila": {
    ...member,
    title: "Your Mila · Mila",
    open: async ({ visit, mila, family }) => {
      await makeFirstAccount(mila, family.email);
      await visit("/preferences/instance");
    },
  },
  profile: { ...member, title: "Profile Settings · Mila", open: ({ visit }) => visit("/preferences/profile") },
  "delegation, nobody to ask": {
    ...member,
    title: "Delegation · Mila",
    open: ({ visit }) => visit("/preferences/delegation"),
  },
  delegation: { ...member, title: "Delegation · Mila", open: openDelegation },
  "calendar, no Google": {
    ...member,
    title: "Calendar & Integrations · Mila",
    open: ({ visit }) => visit("/preferences/calendar"),
  },
  "calendar feed": { ...member, title: "Calendar & Integrations · Mila", open: openFeed },
  "calendar feed, about to turn off": { ...member, title: "Calendar & Integrations · Mila", open: openFeedEnd },
  "calendar feed of nothing": { ...member, title: "Calendar feed · Mila", status: 400, open: openEmptyFeed },
  "family, empty": { ...familyPage, open: ({ visit }) => visit("/preferences/family/members") },
  "family, full": { ...familyPage, open: openFamilyMembers },
  "family, about to remove": { ...familyPage, open: openRemoval },
  "family member with errors": { ...familyPage, status: 400, open: openWrongFamilyMember },
  "edit family member": { ...member, title: "Edit family member · Mila", open: openFamilyMember },
  invite: { ...member, title: "Invite · Mila", open: openInvite },
  "email preview": { ...member, title: "Email preview · Mila", open: ({ visit }) => visit("/email-preview") },
  "invitation, no link": { ...visitor, ...invitation, open: ({ visit }) => visit("/accept-invitation") },
  "invitation, signed out": {
    ...visitor,
    ...invitation,
    open: async ({ visit, family }) => visit(await linkFor(family, "sam@example.com")),
  },
  "invitation for another address": {
    ...member,
    ...invitation,
    open: async ({ visit, family }) => visit(await linkFor(family, "sam@example.com")),
  },
  "invitation to accept": { ...member, ...invitation, open: ({ visit }) => visit("/accept-invitation?token=none") },
  "delegate, nobody to ask": { ...member, title: askTitle, open: openNobodyToAsk },
  delegate: { ...member, title: askTitle, open: openDelegate },
  "delegate, with errors": { ...member, title: askTitle, status: 400, open: openUnreachable },
  "delegate, with a link": { ...member, title: askTitle, open: openAsked },
  "delegate, accepted": { ...member, title: askTitle, open: openAccepted },
  "request to answer": { ...visitor, title: requestTitle, open: openRequest },
  "request, accepted": { ...visitor, title: requestTitle, open: openAcceptedRequest },
  "request, answered too late": { ...visitor, title: requestTitle, status: 409, open: openLateAnswer },
  account: { ...member, title: "Account · Mila", open: ({ visit }) => visit("/preferences/account") },
  "change password": {
    ...member,
    title: "Change password · Mila",
    open: ({ visit }) => visit("/preferences/account/password"),
  },
  "delete account": {
    ...member,
    title: "Delete my account · Mila",
    open: ({ visit }) => visit("/preferences/account/delete"),
  },
  "due date": { ...member, title: "When is it due? · Mila", open: openDate },
  "due date as it was read": { ...member, title: "When is it due? · Mila", open: openReadDate },
  // With JavaScript these are dialogs over the dashboard.
  "due date of a new task": { ...member, title: "When is it due? · Mila", open: openDateOfNewTask },
  "task, from its card": { ...member, title: "Task · Mila", open: openTaskFromCard },
  "edit task, from its card": { ...member, title: "Edit task · Mila", open: openEditFromCard },
  "confirm several tasks, from the dashboard": { ...member, title: "Is this right? · Mila", open: openLook },
  "overdue task, from the dashboard": { ...member, title: "Overdue · Mila", open: openOverdueFromBanner },
};

const long = "Remember to bring everything that the school asked for in the letter of last week: ";
const everyKindOfTask: Parameters<typeof addTask>[1][] = [
  {
    title: long.repeat(4).slice(0, 300),
    category: "Kids",
    dueDate: "2031-05-04T15:00",
    assignee: "Grandmother Wilhelmine",
  },
  { title: "x".repeat(300), category: "Kids", description: "y".repeat(400) },
  { title: "Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellung abholen", dueDate: "2020-02-03T08:00" },
  { title: "اصطحاب الأطفال من المدرسة", category: "Elders", dueDate: "2031-05-04T15:00", assignee: "جدتي" },
  { title: "Order groceries", isCompleted: true, dueDate: "2020-02-03T08:00" },
  { title: "Call grandma", category: "Elders", description: "Ask how the doctor's visit went" },
];

async function openFull({ page, visit, family }: Scene) {
  await wasAskedAboutOverdue(page);
  for (const task of everyKindOfTask) await addTask(family, task);
  await visit("/dashboard");
}

async function openAdded({ visit, family }: Scene) {
  const said = "every other Friday except when there is no school, and then at a quarter past seven in the evening";
  await family.post("/dashboard", { text: `tomorrow take Emma to ballet at 4, ${said}` });
  await family.post("/dashboard", { text: "call the vet on Monday at 9" });
  await visit("/dashboard");
}

async function openOverdue({ visit, family }: Scene) {
  await addTask(family, { title: long.repeat(4).slice(0, 300), dueDate: "2020-02-03T08:00" });
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await visit("/overdue");
}

async function openMenu({ page, visit }: Scene) {
  await visit("/dashboard");
  await page.getByLabel("Menu").click();
}

async function openDeleted({ page, visit, family }: Scene) {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await card(page, "Order groceries").getByRole("button", { name: "Delete task" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

async function openWrongPassword({ page, visit }: Scene) {
  await visit("/auth");
  await fillCredentials(page, "nobody@example.com", "wrong horse 8");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText("That email and password don't match").waitFor();
}

async function openFieldErrors({ page, visit }: Scene) {
  await visit("/auth?mode=signup");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("Please enter your password").waitFor();
}

async function openForgottenErrors({ page, visit }: Scene) {
  await visit("/auth/forgot");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Get a link" }).click();
  await page.getByText("Please enter your email address").waitFor();
}

async function openCommonPassword({ page, visit, mila, family }: Scene) {
  await visit(await passwordLink(mila, family));
  await page.getByLabel("New password").fill("iloveyou");
  await page.getByRole("button", { name: "Save new password" }).click();
  await page.getByText("Many people use this password.").waitFor();
}

async function openEdit({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await visit(`/tasks/${id}/edit`);
}

async function openConflict({ page, visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/edit`);
  await family.post(`/tasks/${id}/complete`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Somebody changed this task while you were editing it.").waitFor();
}

async function openDate({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/date`);
}

async function openDateOfNewTask({ page, visit }: Scene) {
  await visit("/dashboard");
  await say(page, "Order groceries");
  await asking(page, "When is it due?").waitFor();
}

async function openEditFromCard({ page, visit, family }: Scene) {
  await addTask(family, { title: long.repeat(4).slice(0, 300), description: "y".repeat(400) });
  await visit("/dashboard");
  await openTaskDialog(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await asking(page, "Edit task").waitFor();
}

async function openTaskFromCard({ page, visit, family }: Scene) {
  await addTask(family, { title: long.repeat(4).slice(0, 300), description: "y".repeat(400), assignee: "Jürgen" });
  await visit("/dashboard");
  await openTaskDialog(page);
}

async function openTaskDialog(page: Page) {
  await page.getByRole("link", { name: long }).first().click();
  await page.getByRole("heading", { level: 1, name: long }).waitFor();
}

async function openLook({ page, visit }: Scene) {
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("pick up Emma at 3 tomorrow and order groceries on Friday");
  await page.getByRole("button", { name: "Look before adding" }).click();
  await asking(page, "Is this right?").waitFor();
}

async function openOverdueFromBanner({ page, visit, family }: Scene) {
  await wasAskedAboutOverdue(page);
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await visit("/dashboard");
  await page.getByRole("link", { name: /Take a look|Go through them/ }).click();
  await asking(page, "This one is overdue").waitFor();
}

async function openTask({ visit, family }: Scene) {
  const id = await addTask(family, {
    title: long.repeat(4).slice(0, 300),
    dueDate: "2031-05-04T15:00",
    description: "She has her lesson in the old pool.",
    assignee: "Grandmother Wilhelmine",
  });
  await family.post(`/tasks/${id}/reminders`, { minutesBefore: "60" });
  await visit(`/tasks/${id}`);
}

async function openUndatedTask({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}`);
}

async function openWrongReminder({ page, visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await visit(`/tasks/${id}/reminders`);
  await page.getByLabel("How long before").fill("9000");
  await page.getByRole("button", { name: "Add reminder" }).click();
  await page.getByText("That is more than a year before").waitFor();
}

async function openFeed({ visit, family }: Scene) {
  await family.post("/preferences/calendar/feed", { kids: "on" });
  await visit("/preferences/calendar");
}

async function openFeedEnd(scene: Scene) {
  await openFeed(scene);
  await scene.page.getByText("Turn off", { exact: true }).first().click();
}

async function openEmptyFeed({ page, visit }: Scene) {
  await visit("/preferences/calendar");
  for (const category of ["Kids", "Household", "Elders"]) await page.getByLabel(category).uncheck();
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Please choose what it shows").waitFor();
}

async function openWrongNumber({ page, visit }: Scene) {
  await visit("/preferences/notifications");
  await page.getByLabel("Phone number").fill("12345");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("There is no such number").waitFor();
}

async function openNotifications({ visit, family }: Scene) {
  await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await family.post("/preferences/notifications", { phoneNumber: "(201) 555-0123", smsEnabled: "on" });
  for (const channel of ["sms", "email"]) await family.post("/preferences/notifications/test", { channel });
  await visit("/preferences/notifications");
}

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
  await page.getByText("That does not look like a phone number").waitFor();
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

async function openDelegation({ visit, family }: Scene) {
  await addFamilyMember(family, { name: "Sam" });
  await visit("/preferences/delegation");
}

async function openReadDate({ visit, family }: Scene) {
  await family.post("/dashboard", { text: "call the vet on January 5 2031 at a quarter past 3 in the afternoon" });
  const html = await (await family.get("/dashboard")).text();
  await visit(/\/tasks\/[^/]+\/date/.exec(html)?.[0] ?? "");
}

async function openFamilyDashboard({ visit, family }: Scene) {
  await family.post("/dashboard", { text: "call grandma tomorrow at 6pm" });
  await family.post("/dashboard", { text: "pick up Emma from school tomorrow at 3" });
  await visit("/family");
}

const askedOf = { title: long.repeat(4).slice(0, 300), description: "y".repeat(400), dueDate: "2031-05-04T15:00" };

async function openGoogleLink({ page, visit, family, mila }: Scene) {
  await page.context().addCookies([googleLinkCookie(mila, family.email)]);
  await visit("/auth/google/link");
}

async function openWrongGoogleLink(scene: Scene) {
  await openGoogleLink(scene);
  await scene.page.getByLabel("Password").fill("wrong horse 8");
  await scene.page.getByRole("button", { name: "Link and log in" }).click();
  await scene.page.getByText("That is not this account's password").waitFor();
}

async function openNobodyToAsk({ visit, family }: Scene) {
  await visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
}

async function openDelegate({ visit, family }: Scene) {
  await addSam(family);
  await addFamilyMember(family, { name: "Donaudampfschifffahrtsgesellschaftskapitän Müller", relation: "partner" });
  await visit(`/tasks/${await addTask(family, askedOf)}/delegate`);
}

async function openUnreachable({ page, visit, family }: Scene) {
  await addSam(family);
  await visit(`/tasks/${await addTask(family, { title: "Order groceries" })}/delegate`);
  await page.getByRole("radio", { name: "A link to copy" }).evaluate((radio) => radio.setAttribute("value", "sms"));
  await page.getByRole("button", { name: "Delegate" }).click();
  await page.getByText("SMS is not set up here. Choose").waitFor();
}

async function openAsked({ visit, family }: Scene) {
  const { taskId } = await askSam(family);
  await visit(`/tasks/${taskId}/delegate`);
}

async function openAccepted({ visit, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await family.post(path, { answer: "accept", line: "I am there at three, and bring the bag" });
  await visit(`/tasks/${taskId}/delegate`);
}

async function openRequest({ visit, family }: Scene) {
  await visit((await askSam(family, askedOf)).path);
}

async function openAcceptedRequest({ visit, family }: Scene) {
  const { path } = await askSam(family, askedOf);
  await family.post(path, { answer: "accept", line: "z".repeat(200) });
  await visit(path);
}

async function openLateAnswer({ page, visit, family }: Scene) {
  const { taskId, path } = await askSam(family);
  await visit(path);
  await family.post(`/tasks/${taskId}/withdraw`);
  await page.getByRole("button", { name: "Yes, I'll do it" }).click();
  await page.getByText("Your answer came too late").waitFor();
}
