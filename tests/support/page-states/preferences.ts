import { addTask } from "../add-task.ts";
import { makeFirstAccount } from "../first-account.ts";
import { member, type PageState, type Scene } from "./page-state.ts";

export const preferenceStates: Record<string, PageState> = {
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
  "calendar, no Google": {
    ...member,
    title: "Calendar & Integrations · Mila",
    open: ({ visit }) => visit("/preferences/calendar"),
  },
  "calendar feed": { ...member, title: "Calendar & Integrations · Mila", open: openFeed },
  "calendar feed, about to turn off": { ...member, title: "Calendar & Integrations · Mila", open: openFeedEnd },
  "calendar feed of nothing": { ...member, title: "Calendar feed · Mila", status: 400, open: openEmptyFeed },
  "email preview": { ...member, title: "Email preview · Mila", open: ({ visit }) => visit("/email-preview") },
};

async function openWrongNumber({ page, visit }: Scene) {
  await visit("/preferences/notifications");
  await page.getByLabel("Phone number").fill("12345");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("That number doesn't exist").waitFor();
}

async function openNotifications({ visit, family }: Scene) {
  await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await family.post("/preferences/notifications", { phoneNumber: "(201) 555-0123", smsEnabled: "on" });
  for (const channel of ["sms", "email"]) await family.post("/preferences/notifications/test", { channel });
  await visit("/preferences/notifications");
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
  await page.getByText("Please choose what to show").waitFor();
}
