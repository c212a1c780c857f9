import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner } from "../../support/people/owner.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the menu leads to the preferences and back", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  expect(nora.links()).not.toContain("Preferences");
  nora.unfold("More: menu");
  await nora.follow("Preferences");
  expect(nora.heading).toBe("Preferences");
  await nora.follow(/^Reminders & Notifications/);
  expect(nora.heading).toBe("Reminders & Notifications");
  await nora.follow("Preferences");
  await nora.region("Preferences").press("Sign out");
  expect(nora.url).toBe("/auth");
});

test.for(["profile", "delegation", "notifications", "reminders", "calendar", "account"])(
  "the page %s leads back to the preferences",
  async (name) => {
    const { nora } = await newNora(mila);
    await nora.visit(`/preferences/${name}`);
    await nora.follow("Preferences");
    expect(nora.url).toBe("/preferences");
    expect(nora.heading).toBe("Preferences");
  },
);

test("an invalid phone number is refused beside its field and stays there", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/notifications");
  expect(nora.field("Phone number").attribute("type")).toBe("tel");
  expect(nora.field("Phone number").attribute("placeholder")).toBe("(201) 555-0123");
  nora.fill("Phone number", "+1 900 234 5678");
  nora.check("SMS Notifications");
  nora.uncheck("Email Notifications");
  await nora.press("Save Settings", { status: 400 });
  expect(nora.field("Phone number").description).toContain("premium or service number");
  expect(nora.field("Phone number").value).toBe("+1 900 234 5678");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
  expect(nora.field("Email Notifications").isChecked).toBe(false);

  nora.fill("Phone number", "201-555-0123");
  await nora.press("Save Settings");
  expect(nora.toast).toContain("Settings saved successfully!");
  expect(nora.field("Phone number").value).toBe("(201) 555-0123");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
});

test("without a phone number, SMS and WhatsApp switch off, and the toast says so", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/notifications");
  nora.fill("Phone number", "(201) 555-0123");
  nora.check("SMS Notifications");
  await nora.press("Save Settings");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);

  nora.fill("Phone number", "");
  await nora.press("Save Settings");
  expect(nora.toast).toContain("Settings saved successfully! SMS and WhatsApp are off");
  expect(nora.field("SMS Notifications").isChecked).toBe(false);
  expect(nora.field("Phone number").value).toBe("");
});

test("a test can be sent once a minute, and the list shows its outcome", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/notifications");
  expect(nora.text).toContain("No messages yet.");
  // Without a number or a device no other channel can be tested.
  expect(nora.region("Ways to reach you").buttons()).toEqual(["Send a test by Email"]);
  await nora.press("Send a test by Email");
  expect(nora.toast).toContain("A test is on its way");
  expect(nora.region("Messages").item("Test").text).toContain("Email");
});

test("the role changes the greeting, and the time zone changes the times shown", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Dentist", dueDate: "2031-05-04T15:00" });
  await nora.visit("/preferences/profile");
  expect(nora.heading).toBe("Profile Settings");
  expect(nora.text).toContain("Update your personal information");
  nora.fill("First Name", "Nora");
  nora.fill("Last Name", "Müller");
  nora.choose("I am a...", "Mom");
  const hint = "This helps me personalize your experience with the right greetings";
  expect(nora.field("I am a...").description).toBe(hint);
  nora.fill("Time zone", "los angeles");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Profile updated! Your preferences have been saved. 💙");
  await nora.reload();
  expect(nora.field("First Name").value).toBe("Nora");
  expect(nora.field("Time zone").value).toBe("America/Los_Angeles");

  await nora.visit("/dashboard");
  expect(nora.heading).toMatch(/supermom!$/);
  // A due time stays at 3 PM in the zone where it was set.
  expect(nora.card("Dentist").text).toContain("12:00 PM");
  expect(nora.card("Dentist").text).toContain("3:00 PM New York time");
});

test("an unknown time zone is refused, and the other fields keep their values", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/profile");
  nora.fill("First Name", "Nora");
  nora.fill("Time zone", "Atlantis");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.field("Time zone").description).toContain("I don't know this time zone");
  expect(nora.field("First Name").value).toBe("Nora");
  expect(nora.field("Time zone").value).toBe("Atlantis");
});

test("a family without a spouse or partner is led to adding one", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Emma", relation: "child" });
  await nora.visit("/preferences/delegation");
  expect(nora.text).toContain("Choose who to delegate tasks to by default");
  expect(nora.text).toContain("No spouse or partner added yet");
  await nora.follow("Add Family Member");
  expect(nora.heading).toBe("Family & Household");
});

test("the default delegate and channel are saved by a button and can be cleared", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Sam", relation: "spouse" });
  await nora.visit("/preferences/delegation");
  expect(nora.field("Preferred method").choice).toBe("WhatsApp");

  await save("Choose a family member", "Sam (spouse)", "Default spouse updated");
  await save("Preferred method", "SMS", "Delegation method updated");
  await nora.visit("/preferences/delegation");
  expect(nora.field("Choose a family member").choice).toBe("Sam (spouse)");
  expect(nora.field("Preferred method").choice).toBe("SMS");

  await save("Choose a family member", "No one", "Default spouse updated");
  await nora.visit("/preferences/delegation");
  expect(nora.field("Choose a family member").value).toBe("");

  async function save(label: string, option: string, toast: string) {
    nora.formWith(label).choose(label, option);
    await nora.formWith(label).press("Save");
    expect(nora.toast).toContain(toast);
  }
});

test("the calendar page explains to Mila's owner how to set up Google, and names no setting to others", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences");
  await nora.follow(/^Calendar & Integrations/);
  expect(nora.text).toContain(
    "Connecting to Google Calendar isn't set up here yet. Mila's owner can do it.",
  );
  expect(nora.text).toContain("need a public address. Ask Mila's owner for one.");
  expect(nora.text).not.toMatch(/[A-Z]+_[A-Z]+/);
  await makeOwner(mila, family.email);
  await nora.visit("/preferences/calendar");
  expect(nora.text).toContain("need a public address. Set APP_URL to it.");
  const google = nora.region("Google Calendar");
  expect(google.items()).toHaveLength(5);
  expect(google.text).toContain(`${mila.url}/auth/google/callback`);
  expect(google.text).toContain(`${mila.url}/preferences/calendar/callback`);
  expect(google.text).toContain("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET");
});
