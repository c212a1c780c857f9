import "#app/domain/wiring/rules.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { startImport } from "#app/domain/imports/imports.server.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { addDelivery, noon } from "../../records/add-delivery.ts";
import { addTask } from "../../records/add-task.ts";
import { newFamily } from "../../records/family.ts";
import { plantHeldDeletions } from "../../records/plant-held-deletions.ts";
import { plantFile, plantImport } from "../../records/plant-import.ts";
import { plantWebhooks } from "../../records/plant-webhooks.ts";
import { plantShownCalendars } from "../../records/plant-shown-calendars.ts";
import { findUserId, makeOwner } from "../../people/owner.ts";
import { longTitle, member, type PageState, type Scene } from "./page-state.ts";
import { signedInFamily } from "../../people/signed-in-family.ts";
import { openData } from "../../records/open-data.ts";

export const preferenceStates: Record<string, PageState> = {
  preferences: {
    ...member,
    title: "Preferences · Mila",
    open: ({ user }) => user.visit("/preferences"),
  },
  "apps and data, nothing yet": {
    ...member,
    title: "Apps & Data · Mila",
    open: ({ user }) => user.visit("/preferences/data"),
  },
  "apps and data, a new token": { ...member, title: "Apps & Data · Mila", open: openNewToken },
  "new access token without a name": {
    ...member,
    title: "New access token · Mila",
    status: 400,
    open: openNamelessToken,
  },
  "connect an assistant": {
    ...member,
    title: "Connect an assistant · Mila",
    open: ({ user }) => user.visit("/preferences/data/assistant"),
  },
  "connect a tasks app": {
    ...member,
    title: "Connect a tasks app · Mila",
    open: ({ user }) => user.visit("/preferences/data/tasks-app"),
  },
  "import, nothing yet": {
    ...member,
    title: "Import tasks · Mila",
    open: ({ user }) => user.visit("/preferences/data/import"),
  },
  "import, a preview": { ...member, title: "Import · Mila", open: openImport() },
  "import, a preview with people": { ...member, title: "Import · Mila", open: openFamilyImport },
  "import, a preview with changes": {
    ...member,
    title: "Import · Mila",
    open: openChangedImport,
  },
  "import, under way": { ...member, title: "Import · Mila", open: openImport("running") },
  "import, done": { ...member, title: "Import · Mila", open: openImport("done") },
  "import, several": {
    ...member,
    title: "Import tasks · Mila",
    open: async (scene) => {
      await openImport("undone")(scene);
      await openImport()(scene);
      await scene.user.visit("/preferences/data/import");
    },
  },
  "webhooks, none yet": {
    ...member,
    title: "Webhooks · Mila",
    open: ({ user }) => user.visit("/preferences/data/webhooks"),
  },
  webhooks: { ...member, title: "Webhooks · Mila", open: openWebhooks },
  "a new webhook": { ...member, title: "Webhook · Mila", open: openNewWebhook },
  "a webhook with messages": { ...member, title: "Webhook · Mila", open: openWebhook },
  "a webhook that is off, on Home": { ...member, title: "Dashboard · Mila", open: openWebhookOff },
  "change webhook": { ...member, title: "Change webhook · Mila", open: openWebhookChange },
  "new webhook to an address inside": {
    ...member,
    title: "New webhook · Mila",
    status: 400,
    open: openBadWebhook,
  },
  "deleted by a tasks app, nothing waits": {
    ...member,
    title: "Deleted by a tasks app · Mila",
    open: ({ user }) => user.visit("/preferences/data/deletions"),
  },
  "deleted by a tasks app": {
    ...member,
    title: "Deleted by a tasks app · Mila",
    open: openHeldDeletions("/preferences/data/deletions"),
  },
  "deleted by a tasks app, on Home": {
    ...member,
    title: "Dashboard · Mila",
    open: openHeldDeletions("/dashboard"),
  },
  "the API": { ...member, title: "API · Mila", open: ({ user }) => user.visit("/api/v1") },
  keyboard: {
    ...member,
    title: "Keyboard · Mila",
    open: ({ user }) => user.visit("/keyboard"),
  },
  "reminder preferences": {
    ...member,
    title: "Reminders & Notifications · Mila",
    open: ({ user }) => user.visit("/preferences/reminders"),
  },
  "notification settings, empty": {
    ...member,
    title: "Notification Settings · Mila",
    open: ({ user }) => user.visit("/preferences/notifications"),
  },
  "notification settings with an error": {
    ...member,
    title: "Notification Settings · Mila",
    status: 400,
    open: openWrongNumber,
  },
  "ntfy, off for everyone": {
    ...member,
    title: "ntfy · Mila",
    open: ({ user }) => user.visit("/preferences/notifications/ntfy"),
  },
  "Telegram, off for everyone": {
    ...member,
    title: "Telegram · Mila",
    open: ({ user }) => user.visit("/preferences/notifications/telegram"),
  },
  "notification settings, full": {
    ...member,
    title: "Notification Settings · Mila",
    open: openNotifications,
  },
  "notifications on devices, none": {
    ...member,
    title: "Notifications · Mila",
    open: ({ user }) => user.visit("/preferences/notifications/push"),
  },
  "notifications on devices": { ...member, title: "Notifications · Mila", open: openPushDevices },
  "what Mila has learned": { ...member, title: "What I've Learned · Mila", open: openLearned },
  "your Mila": { ...member, title: "Your Mila · Mila", open: openAsOwner("/preferences/instance") },
  accounts: { ...member, title: "Accounts · Mila", open: openAccounts },
  "accounts, about to delete one": {
    ...member,
    title: "Accounts · Mila",
    open: openAccountDeletion,
  },
  "password link": { ...member, title: "Password link · Mila", open: openPasswordLink },
  messages: { ...member, title: "Messages · Mila", open: openMessages },
  "messages, after a restored backup": {
    ...member,
    title: "Messages · Mila",
    open: openHeldMessages,
  },
  activity: {
    ...member,
    title: "Activity · Mila",
    open: openAsOwner("/preferences/instance/activity"),
  },
  "phone code, wrong": {
    ...member,
    title: "Confirm your number · Mila",
    status: 400,
    open: openWrongCode,
  },
  profile: {
    ...member,
    title: "Profile Settings · Mila",
    open: ({ user }) => user.visit("/preferences/profile"),
  },
  "calendar, no Google": {
    ...member,
    title: "Calendar & Integrations · Mila",
    open: ({ user }) => user.visit("/preferences/calendar"),
  },
  "calendar feed": { ...member, title: "Calendar & Integrations · Mila", open: openFeed },
  "calendar feed, about to turn off": {
    ...member,
    title: "Calendar & Integrations · Mila",
    open: openFeedEnd,
  },
  "calendar feed of nothing": {
    ...member,
    title: "Calendar feed · Mila",
    status: 400,
    open: openEmptyFeed,
  },
  "calendars in the week": {
    ...member,
    title: "Calendars in your week · Mila",
    open: openShownCalendars,
  },
  "calendars in the week, a bad address": {
    ...member,
    title: "Calendars in your week · Mila",
    status: 400,
    open: openBadAddress,
  },
  "email preview": {
    ...member,
    title: "Email preview · Mila",
    open: ({ user }) => user.visit("/email-preview"),
  },
};

async function openNewToken({ user }: Scene) {
  for (const name of ["Home Assistant", "Kitchen".repeat(8)]) {
    await user.visit("/preferences/data/tokens");
    await user.fill("Name", name);
    await user.press("Make the token");
    await user.sees("I only show it here and now");
  }
}

function openImport(state?: "running" | "done" | "undone") {
  return async ({ user, family, mila }: Scene) => {
    await using db = openData(mila.dataFolder);
    const userId = await findUserId(mila, family.email);
    const { householdId } = await getMembership(db, userId);
    const rows = [
      "task,Pay the gym,Sam Miller (7),every month,en",
      "task,Water the plants,Aunt Josephine of the very long name,jeden Montag,de",
      `task,${longTitle},,,`,
      "task,,,,",
    ];
    const fileName = "All of the tasks of our family [2209383].csv";
    const id = await plantImport(db, { userId, householdId }, { rows, fileName });
    if (state) await db.updateTable("imports").set({ state }).where("id", "=", id).execute();
    await user.visit(`/preferences/data/import/${id}`);
  };
}

/** Its file was imported before, and says something else by now. */
async function openChangedImport({ user, family, mila }: Scene) {
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, family.email);
  const viewer = { userId, householdId: (await getMembership(db, userId)).householdId };
  const fileOf = (titles: string[]) => {
    const todos = titles.flatMap((title, at) => [
      "BEGIN:VTODO",
      `UID:${at}`,
      `SUMMARY:${title}`,
      "END:VTODO",
    ]);
    return ["BEGIN:VCALENDAR", ...todos, "END:VCALENDAR"].join("\r\n");
  };
  const plant = (titles: string[]) =>
    plantFile(db, viewer, { content: fileOf(titles), fileName: "tasks.ics" });
  const first = await plant(["Call Bob", "Water the plants"]);
  await startImport(db, viewer, first, { people: [] });
  await db.updateTable("imports").set({ next_at: nowIso() }).where("id", "=", first).execute();
  await runImports(db);
  const id = await plant(["Call Rob", longTitle, "Swim"]);
  await user.visit(`/preferences/data/import/${id}`);
}

/** Its file comes from another household of the same Mila. */
async function openFamilyImport({ user, family, mila }: Scene) {
  const others = await signedInFamily(mila);
  for (const [name, relation] of [
    ["Sam", "spouse"],
    ["Josephine of the very long name", "grandparent"],
  ] as const)
    await others.post("/preferences/family/members", { name, relation });
  await others.post("/lists", { name: "Ideas" });
  await addTask(others, { title: "Fix the bike", assignee: "Sam" });
  const content = await (await others.get("/preferences/account/export")).text();
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, family.email);
  const { householdId } = await getMembership(db, userId);
  const id = await plantFile(db, { userId, householdId }, { content, fileName: "mila.json" });
  await user.visit(`/preferences/data/import/${id}`);
}

async function openNamelessToken({ user }: Scene) {
  await user.visit("/preferences/data/tokens");
  await user.fill("Name", " ");
  await user.press("Make the token");
  await user.sees("Please enter a name");
}

async function openWebhooks({ user, family, mila }: Scene) {
  await plantWebhooks(mila, family);
  await user.visit("/preferences/data/webhooks");
}

async function openNewWebhook({ user }: Scene) {
  await user.visit("/preferences/data/webhooks/new");
  await user.fill("Address", "https://program.invalid/hook");
  await user.press("Add the webhook");
  await user.sees("I only show it here and now");
}

async function openWebhook({ user, family, mila }: Scene) {
  const { on } = await plantWebhooks(mila, family);
  await user.visit(`/preferences/data/webhooks/${on}`);
  await user.unfold("Remove");
}

async function openWebhookOff({ user, family, mila }: Scene) {
  await plantWebhooks(mila, family);
  await user.visit("/dashboard");
  await user.sees("was switched off");
}

async function openWebhookChange({ user, family, mila }: Scene) {
  const { on } = await plantWebhooks(mila, family);
  await user.visit(`/preferences/data/webhooks/${on}/edit`);
}

function openHeldDeletions(path: string) {
  return async ({ user, family, mila }: Scene) => {
    await plantHeldDeletions(mila, family, ["Buy stamps", longTitle, "Call Otto"]);
    await user.visit(path);
  };
}

async function openBadWebhook({ user }: Scene) {
  await user.visit("/preferences/data/webhooks/new");
  await user.fill("Address", "https://192.168.1.5/hook");
  await user.press("Add the webhook");
  await user.sees("only outside of the network");
}

async function openShownCalendars({ user, family, mila }: Scene) {
  await plantShownCalendars(mila, family);
  await user.visit("/preferences/calendar/shown");
}

async function openBadAddress({ user }: Scene) {
  await user.visit("/preferences/calendar/shown");
  await user.fill("Address", "https://192.168.1.5/school.ics");
  await user.press("Add");
  await user.sees("only outside of the network");
}

async function openLearned({ user, family }: Scene) {
  for (const text of ["swim on January 5 2031", `${"Grandmotherly".repeat(5)} on January 5 2031`]) {
    const confirm = `/tasks/confirm?${new URLSearchParams({ text })}`;
    const draft = { title: "Swim", category: "Household", dueDate: "2031-01-05T16:45" };
    const fields = Object.entries(draft).map(([name, value]) => [`drafts[0].${name}`, value]);
    await family.post(confirm, Object.fromEntries(fields));
  }
  await user.visit("/preferences/learned");
  await user.unfold("Forget everything");
}

async function openWrongNumber({ user }: Scene) {
  await user.visit("/preferences/notifications");
  await user.fill("Phone number", "12345");
  await user.press("Save Settings");
  await user.sees("That number doesn't exist");
}

async function openNotifications({ user, family }: Scene) {
  await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await family.post("/preferences/notifications", {
    phoneNumber: "(201) 555-0123",
    smsEnabled: "on",
  });
  for (const channel of ["sms", "email"])
    await family.post("/preferences/notifications/test", { channel });
  await user.visit("/preferences/notifications");
}

async function openPushDevices({ user, family }: Scene) {
  for (const device of [crypto.randomUUID(), crypto.randomUUID()]) {
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    await family.post("/preferences/notifications/push", {
      endpoint: `https://push.example.com/${device}`,
      ...keys,
    });
  }
  await user.visit("/preferences/notifications/push");
}

async function openWrongCode({ user, family }: Scene) {
  await family.post("/preferences/notifications", {
    phoneNumber: "(201) 555-0123",
    smsEnabled: "on",
  });
  await user.visit("/preferences/notifications");
  await user.fill("Code", "123456");
  await user.press("Confirm number");
  await user.sees("That's not the code");
}

async function openFeed({ user, family }: Scene) {
  await family.post("/preferences/calendar/feed", { kids: "on" });
  await user.visit("/preferences/calendar");
}

async function openFeedEnd(scene: Scene) {
  await openFeed(scene);
  await scene.user.unfold("Turn off");
}

async function openEmptyFeed({ user }: Scene) {
  await user.visit("/preferences/calendar");
  for (const category of ["Kids", "Household", "Elders"]) await user.uncheck(category);
  await user.press("Turn on");
  await user.sees("Please choose what to show");
}

function openAsOwner(page: string) {
  return async ({ user, mila, family }: Scene) => {
    await makeOwner(mila, family.email);
    await user.visit(page);
  };
}

async function openAccounts(scene: Scene) {
  await signedInFamily(scene.mila);
  await openAsOwner("/preferences/instance/accounts")(scene);
}

async function openMessages(scene: Scene) {
  await using db = openData(scene.mila.dataFolder);
  const family = await newFamily(db);
  for (const row of [
    { state: "ready", kind: "reminder" },
    { state: "failed", kind: "daily_summary", reason: "bad_address" },
    { state: "delivered", kind: "test", channel: "email" },
    { state: "sent", kind: "reminder", channel: "telegram", reason: "unclear" },
  ] as const)
    await addDelivery(db, family, row);
  await openAsOwner("/preferences/instance/deliveries")(scene);
  await scene.user.unfold("Cancel");
}

async function openHeldMessages(scene: Scene) {
  await using db = openData(scene.mila.dataFolder);
  const id = await addDelivery(db, await newFamily(db), { state: "ready" });
  await db.updateTable("deliveries").set({ held_at: noon }).where("id", "=", id).execute();
  await writeFact(db, "held_since_backup", noon);
  const pause = {
    channel: "whatsapp",
    reason: "rate_limit",
    paused_at: noon,
    until: noon,
  } as const;
  await db
    .insertInto("channel_pauses")
    .values(pause)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await plantShownCalendars(scene.mila, scene.family);
  await openAsOwner("/preferences/instance/deliveries")(scene);
  await scene.user.unfold("Leave it");
}

async function openAccountDeletion(scene: Scene) {
  await openAccounts(scene);
  await scene.user.unfold("Delete");
}

async function openPasswordLink({ user, mila, family }: Scene) {
  const id = await findUserId(mila, (await signedInFamily(mila)).email);
  await makeOwner(mila, family.email);
  await user.visit(`/preferences/instance/accounts/${id}/reset-link`);
  await user.press("Make a new link");
  await user.sees("I only show it here and now");
}
