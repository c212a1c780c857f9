import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { plantTask, signedInFamily } from "../security/signed-in.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";
import { laterThisYear } from "../../support/text/days.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the Family Dashboard sums up the week and filters the tasks", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Pack the swimming bag", category: "Kids" });
  await addTask(family, { title: "Call grandma", category: "Elders" });
  await addTask(family, {
    title: "Pay the rent",
    category: "Household",
    dueDate: "2020-02-04T08:00",
  });
  await nora.visit("/family");
  expect(nora.heading).toBe("Family Dashboard");
  expect(nora.text).toContain("Nothing planned for the next seven days. 1 task is overdue.");

  await nora.follow("Kids Only");
  expect(nora.url).toBe("/family?filter=kids");
  expect(nora.title).toBe("Kids Only · Family Dashboard · Mila");
  expect(nora.headings(3)).toEqual(["Pack the swimming bag"]);
  await nora.card("Pack the swimming bag").press("Mark as complete");
  expect(nora.url).toBe("/family?filter=kids");
  expect(nora.card("Pack the swimming bag").buttons()).toContain("Mark as incomplete");

  await nora.follow("This Week");
  expect(nora.headings(3)).toEqual(["Pay the rent"]);
});

test("only a dashboard without open tasks is all caught up, and a filter that finds nothing says so", async () => {
  const caughtUp = "You're all caught up!";
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Call grandma", category: "Elders", dueDate: "2041-02-04T08:00" });
  const texts = {
    all: "Nothing here right now. Want me to check school emails for sign-ups?",
    week: "Nothing this week.",
    kids: "Nothing here right now. Want me to check school emails for sign-ups?",
    household: "No household tasks yet.",
    elders: "Call grandma",
  };
  for (const [filter, text] of Object.entries(texts)) {
    await nora.visit(`/family?filter=${filter}`);
    expect([filter, nora.text]).toEqual([filter, expect.stringContaining(text)]);
    expect([filter, nora.text]).toEqual([filter, expect.not.stringContaining(caughtUp)]);
  }
  await nora.card("Call grandma").press("Mark as complete");
  expect(nora.text).not.toContain(caughtUp);
  for (const dashboard of ["/dashboard", "/family"]) {
    await nora.visit(dashboard);
    expect(nora.text).toContain(caughtUp);
  }
});

test("more tasks of /family stay visible after an action on one", async () => {
  const family = await signedInFamily(mila.db);
  const nora = new FormBrowser(mila.url, { cookie: family.cookie });
  await plantTask(mila.db, family, { title: "Shown errand", is_completed: 1 });
  for (let number = 1; number <= 50; number += 1) {
    await plantTask(mila.db, family, { title: `Errand ${number}`, is_completed: 1 });
  }
  await plantTask(mila.db, family, { title: "Order groceries" });
  await nora.visit("/family");
  expect(nora.headings(3)).not.toContain("Shown errand");
  await nora.follow("Show more tasks");
  expect(nora.headings(3)).toContain("Shown errand");

  await nora.card("Order groceries").press("Mark as complete");
  expect(nora.card("Order groceries").buttons()).toContain("Mark as incomplete");
  expect(nora.url).toMatch(/[?&]pages=2$/);
  expect(nora.headings(3)).toContain("Shown errand");
});

test.for(["/dashboard", "/family"])(
  "another member's changes appear on %s by its link",
  async (path) => {
    const { nora, family } = await newNora(mila);
    await nora.visit(path);
    await addTask(family, { title: "Buy milk" });
    await nora.follow("Refresh");
    expect(nora.headings(3)).toEqual(["Buy milk"]);
  },
);

test("an unknown address says so and leads home", async () => {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/no/such/page", { status: 404 });
  expect(stranger.heading).toBe("Oops! Page not found");
  await stranger.follow("Return to Home");
  expect(stranger.url).toBe("/auth");
});

test("a task due in another year asks for its date before Google Calendar opens", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Call the vet", dueDate: "2041-01-05T15:00" });
  await nora.visit("/dashboard");
  await nora.card("Call the vet").follow("More");
  await nora.press("Add to calendar");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain("Call the vet");
  await nora.press("Save");
  expect(nora.url).toMatch(/^https:\/\/calendar\.google\.com\/.*text=Call\+the\+vet.*20410105T/);
});

test("the task's own page links to Google Calendar too", async () => {
  const { nora, family } = await newNora(mila);
  const dueDate = laterThisYear();
  await nora.visit(`/tasks/${await addTask(family, { title: "Call the vet", dueDate })}`);
  await nora.press("Add to calendar");
  expect(nora.url).toMatch(/^https:\/\/calendar\.google\.com\/.*text=Call\+the\+vet/);
});

test("a completed card's Delegate and Add to calendar are off, say why, and answer with the reason", async () => {
  const { nora, family } = await newNora(mila);
  const reason = "This task is already done. Reopen it to ask someone or to add it to a calendar.";
  const id = await addTask(family, { title: "Order groceries" });
  await family.post(`/tasks/${id}/complete`);
  await nora.visit("/dashboard");
  expect(nora.card("Order groceries").buttons()).toContain("Mark as incomplete");
  await nora.card("Order groceries").follow("More");
  expect([...nora.links(), ...nora.buttons()]).toEqual(
    expect.arrayContaining(["Reopen", "Delegate", "Add to calendar", "Delete task"]),
  );
  expect(nora.count('[aria-disabled="true"][aria-describedby="page-done-reason"]')).toBe(2);
  expect(nora.html).toContain(`<p id="page-done-reason" class="hidden">${reason}</p>`);

  await nora.press("Add to calendar");
  expect(nora.url).toBe(`/tasks/${id}`);
  expect(nora.alert).toContain(`Not added ${reason}`);
  await nora.visit("/dashboard");
  await nora.card("Order groceries").follow("More");
  await nora.follow("Delegate");
  expect(nora.text).toContain(reason);
});

test("a typed day alone is kept, and its page asks what to do then", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "tomorrow at 3pm");
  await nora.press("Send");
  expect(nora.heading).toBe("Is this right?");
  expect(nora.text).toContain("tomorrow at 3pm");
  expect(nora.text).toContain("I can't find anything to do in that. What do you need?");
  expect(nora.field("Title").value).toBe("");
  nora.fill("Title", "Dentist");
  await nora.press("Save task");
  expect(nora.card("Dentist").text).toContain("3:00 PM");
});
