import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila } from "./forms-mila.ts";
import { editTooLate, logIn, notice } from "./send-too-late.ts";

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
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  const page = `/tasks/confirm?${new URLSearchParams({ text: "call the vet tomorrow at 3 pm and remind me an hour before" })}`;
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  nora.fill("Title", "Call the other vet");
  nora.fill("Due date", "2031-06-10T15:00");
  nora.fill("Assigned to", "Kim");
  nora.uncheck("Remind me 1 hour before");
  await nora.post("/sign-out");
  await nora.press("Save task");
  expect(nora.text).toContain(notice);
  await logIn(nora, family.email);
  expect(nora.url).toBe(page);
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

test("drafts of one request do not come back for another", async () => {
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: "/tasks/confirm?text=Call+the+vet" })}`);
  await logIn(nora, family.email);
  nora.fill("Title", "Call the other vet");
  await nora.post("/sign-out");
  await nora.press("Save task");
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: "/tasks/confirm?text=Order+groceries" })}`);
  await logIn(nora, family.email);
  expect(nora.field("Title").value).toBe("Order groceries");
});

test("switches that were off stay off when a form is given back", async () => {
  const family = await signedInFamily(mila);
  const page = "/preferences/notifications";
  const nora = new FormBrowser(mila.url);
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  nora.fill("Phone number", "201-555-0123");
  nora.check("SMS Notifications");
  nora.uncheck("Email Notifications");
  await nora.post("/sign-out");
  await nora.press("Save Settings");
  expect(nora.url).toBe(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  expect(nora.field("Phone number").value).toBe("201-555-0123");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
  expect(nora.field("Email Notifications").isChecked).toBe(false);
});

test("how a task repeats, when to remind and who is away are given back too", async () => {
  const family = await signedInFamily(mila);
  const id = await addTask(family, { title: "Trash", dueDate: "2031-06-10T19:00" });
  const nora = new FormBrowser(mila.url);
  await nora.visit("/auth");
  await logIn(nora, family.email);
  const sendTooLate = async (page: string, fill: () => void, button: string) => {
    await nora.visit(page);
    fill();
    await nora.post("/sign-out");
    await nora.press(button);
    expect(nora.text).toContain(notice);
    await logIn(nora, family.email);
    expect(nora.url).toBe(page);
    expect(nora.toast).toContain("Not saved yet");
  };
  await sendTooLate(
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

  for (const page of ["/preferences/reminders", "/welcome/reminders"]) {
    await sendTooLate(page, () => nora.uncheck("Two days before"), "Save Changes");
    expect(nora.field("Two days before").isChecked).toBe(false);
  }
  await sendTooLate(
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
