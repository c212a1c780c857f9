import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila } from "./forms-mila.ts";
import { editTooLate, logIn, newNoraAt, notice, sendTooLate } from "./send-too-late.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a form sent after the session ended is given back after signing in, marked as not saved", async () => {
  const { nora, family, page } = await editTooLate(mila);
  await logIn(nora, family.email);
  expect(nora.url).toBe(page);
  expect(nora.toast).toContain("Not saved yet Here is what you typed.");
  for (const reload of [false, true]) {
    if (reload) await nora.reload();
    expect(nora.field("Title").value).toBe("Chocolate cake");
    expect(nora.field("Description").value).toBe("For twelve");
  }

  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.headings(3)).toContain("Chocolate cake");
  await nora.visit(page);
  expect(nora.toast).not.toContain("Not saved yet");
});

test("drafts that were changed before the session ended are given back too", async () => {
  const page = `/tasks/confirm?${new URLSearchParams({ text: "call the vet tomorrow at 3 pm and remind me an hour before" })}`;
  const { nora, family } = await newNoraAt(mila, page);
  await addFamilyMember(family, { name: "Kim", relation: "sibling", phone: "", email: "" });
  await nora.visit(page);
  nora.fill("Title", "Call the other vet");
  nora.fill("Due date", "2031-06-10T15:00");
  nora.choose("Who", "Kim");
  nora.uncheck("Remind me 1 hour before");
  nora.loseSession();
  await nora.press("Save task");
  expect(nora.text).toContain(notice);
  await logIn(nora, family.email);
  expect(nora.url).toBe(page);
  expect(nora.toast).toContain("Not saved yet");
  await nora.reload();
  expect(nora.toast).toContain("Not saved yet");
  expect(nora.field("Title").value).toBe("Call the other vet");
  expect(nora.text).not.toContain("Remind me 1 hour before");
  await nora.press("Save task");
  const card = nora.card("Call the other vet");
  expect(card.links()).toContain("Jun 10, 2031, 3:00 PM");
  expect(card.text).toContain("Kim");

  await nora.visit("/tasks/confirm?text=Order%20groceries");
  expect(nora.field("Title").value).toBe("Order groceries");
});

test("drafts of several requests each come back for their own, and for no other", async () => {
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  const logInFor = async (text: string) => {
    await nora.visit(
      `/auth?${new URLSearchParams({ redirectTo: `/tasks/confirm?${new URLSearchParams({ text })}` })}`,
    );
    await logIn(nora, family.email);
  };
  for (const what of ["vet", "baker"]) {
    await logInFor(`Call the ${what}`);
    nora.fill("Title", `Call the other ${what}`);
    nora.loseSession();
    await nora.press("Save task");
  }
  await nora.visit("/auth?redirectTo=%2Ftasks%2Fconfirm%3Ftext%3DOrder%2Bgroceries");
  expect(nora.text).not.toContain(notice);
  await logInFor("Order groceries");
  expect(nora.field("Title").value).toBe("Order groceries");
  expect(nora.toast).toBe("");
  for (const what of ["vet", "baker"]) {
    await nora.visit(`/tasks/confirm?text=Call%20the%20${what}`);
    expect(nora.field("Title").value).toBe(`Call the other ${what}`);
    expect(nora.toast).toContain("Not saved yet");
  }
  const paths = await mila.db
    .selectFrom("kept_forms")
    .select("path")
    .where("path", "like", "/tasks/confirm%")
    .execute();
  expect(JSON.stringify(paths)).not.toMatch(/vet|baker/);
});

test("a press after the session ended says that it was not saved, and leads back to where it was made", async () => {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  const pressTooLate = async (page: string, press: () => Promise<void>, back = page) => {
    await nora.visit(page);
    nora.loseSession();
    await press();
    expect(nora.url).toBe(`/auth?${new URLSearchParams({ redirectTo: back })}`);
    expect(nora.toast).toBe(
      "Not saved You were signed out, so that was not saved. Please log in and try again.",
    );
    await logIn(nora, family.email);
    expect(nora.url).toBe(back);
    expect(nora.toast).toBe("");
  };
  const task = `/tasks/${id}`;
  await pressTooLate("/dashboard", () => nora.card("Call the vet").press("Mark as complete"));
  await pressTooLate("/family?filter=all", () =>
    nora.card("Call the vet").press("Mark as complete"),
  );
  await pressTooLate(task, () => nora.press("Delete task"), "/dashboard");
  await pressTooLate(task, () => nora.press("15 minutes before"));
  await pressTooLate("/preferences/delegation", () => nora.press("Save"));
  await nora.visit("/dashboard");
  expect(nora.card("Call the vet").buttons()).toContain("Mark as complete");
});

test("after signing out, nothing more is kept for the one who left", async () => {
  const { nora, family } = await newNoraAt(mila);
  nora.fill("What do you need?", "A surprise for Nora");
  await nora.post("/sign-out");
  await nora.press("Send");
  expect(nora.text).not.toContain(notice);
  expect(nora.toast).toContain("You were signed out, so that was not saved.");
  await logIn(nora, family.email);
  expect(nora.field("What do you need?").value).toBe("");
});

test("switches that were off stay off when a form is given back", async () => {
  const page = "/preferences/notifications";
  const { nora, family } = await newNoraAt(mila, page);
  nora.fill("Phone number", "201-555-0123");
  nora.check("SMS Notifications");
  nora.uncheck("Email Notifications");
  nora.loseSession();
  await nora.press("Save Settings");
  expect(nora.url).toBe(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  expect(nora.field("Phone number").value).toBe("201-555-0123");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
  expect(nora.field("Email Notifications").isChecked).toBe(false);
});

test("how a task repeats, when to remind and who is away are given back too", async () => {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Trash", dueDate: "2031-06-10T19:00" });
  const sendForm = (page: string, fill: () => void, button: string) =>
    sendTooLate(nora, family, { page, fill, button });
  await sendForm(
    `/tasks/${id}/repeat`,
    () => {
      nora.fill("Every", "3");
      nora.check("Friday");
    },
    "Save",
  );
  expect(nora.field("Every").value).toBe("3");
  expect(nora.field("Friday").isChecked).toBe(true);
  await nora.press("Save");
  expect(nora.toast).toContain("Task saved!");

  const switches = ["Two days before", "One hour before", "Daily summary"];
  for (const page of ["/preferences/reminders", "/welcome/reminders"]) {
    const turnAllOff = () =>
      switches.filter((name) => nora.field(name).isChecked).forEach((name) => nora.uncheck(name));
    await sendForm(page, turnAllOff, "Save Changes");
    expect(switches.map((name) => nora.field(name).isChecked)).toEqual([false, false, false]);
  }
  await sendForm("/preferences/calendar/feed", () => nora.uncheck("Kids"), "Turn on");
  expect([nora.field("Kids").isChecked, nora.field("Elders").isChecked]).toEqual([false, true]);
  await sendForm(
    "/family/away",
    () => {
      nora.fill("From", "2031-02-01");
      nora.fill("Until", "2031-02-14");
    },
    "Add",
  );
  expect(nora.field("Until").value).toBe("2031-02-14");
});

test("a kept form is shown to nobody else", async () => {
  const { nora, page } = await editTooLate(mila);
  const stranger = await signedInFamily(mila);
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: "/dashboard" })}`);
  expect(nora.text).not.toContain(notice);
  await logIn(nora, stranger.email);
  expect(nora.html).not.toContain("Chocolate cake");
  expect(nora.toast).toBe("");
  await nora.visit(page, { status: 404 });
  expect(nora.html).not.toContain("Chocolate cake");
});

test("what a stranger sends without ever having signed in is not kept", async () => {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth");
  await stranger.post("/dashboard");
  await stranger.visit("/auth?redirectTo=%2Fdashboard");
  expect(stranger.text).not.toContain(notice);
});
