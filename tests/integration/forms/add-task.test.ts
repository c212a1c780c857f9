import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a new family sees what Mila can do, in Mila's words", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  expect(nora.heading).toMatch(/^Good (morning|afternoon|evening), superparent!$/);
  expect(nora.text).toContain("You're all caught up! Tell me one thing you need to remember.");
  expect(nora.region("Kids").text).toBe(
    "Kids Nothing here right now. Want me to check school emails for sign-ups?",
  );
  expect(nora.region("Household").text).toBe("Household No household tasks yet.");
  expect(nora.region("Elders").text).toBe("Elders No elders tasks yet.");
});

test("blank text is refused and stays in the input", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "   ");
  await nora.press("Send", { status: 400 });
  expect(nora.text).toContain("You're all caught up!");
  expect(nora.items()).toEqual([]);
  expect(nora.field("What do you need?").value).toBe("   ");
});

test("submitting the same form twice creates one task", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "Order groceries");
  await Promise.all([nora.press("Send"), nora.press("Send")]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Order groceries"]);
});

test("the newest tasks come first and completed ones last", async () => {
  const { nora } = await newNora(mila);
  for (const text of ["Order groceries", "Order stamps", "Order a cake"]) {
    await say(nora, text);
    await nora.follow("Skip");
  }
  expect(nora.headings(3)).toEqual(["Order a cake", "Order stamps", "Order groceries"]);
  await nora.card("Order a cake").press("Mark as complete");
  expect(nora.headings(3)).toEqual(["Order stamps", "Order groceries", "Order a cake"]);
});

test("the date can be skipped and set later from the card", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Order groceries");
  await nora.follow("Skip");
  expect(nora.url).toBe("/dashboard");
  await nora.card("Order groceries").follow("Add a date");
  expect(nora.heading).toBe("When is it due?");
});

test("one press sets a due date", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Call the vet" })}/date`);
  await nora.press(/^Tomorrow/);
  expect(nora.toast).toContain("Task saved!");
  // Under "Tomorrow" no card shows a time that nobody said. Its page shows the whole date.
  expect(nora.card("Call the vet").text).not.toContain("12:00 PM");
  await nora.card("Call the vet").follow("Call the vet");
  expect(nora.text).toContain("12:00 PM");
});

test("the line that asks for a date names only an open task of the household without one", async () => {
  const { nora, family } = await newNora(mila);
  const stranger = await newNora(mila);
  const id = await addTask(family, { title: "Order groceries" });
  const question = "When is “Order groceries” due?";
  await nora.visit(`/dashboard?when=${id}`);
  expect(nora.text).toContain(question);
  await stranger.nora.visit(`/dashboard?when=${id}`);
  expect(stranger.nora.text).not.toContain("Order groceries");

  await nora.press("Tomorrow");
  expect(nora.toast).toContain("Task saved!");
  await nora.visit(`/dashboard?when=${id}`);
  expect(nora.text).not.toContain(question);
});

test("opening the confirmation saves nothing", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "Order groceries");
  await nora.press("Review before adding");
  expect(nora.heading).toBe("Is this right?");
  await nora.follow("Cancel");
  expect(nora.text).toContain("You're all caught up!");
});

test("a person named in the request can be asked once the task is saved", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Alex", relation: "partner" });
  await addFamilyMember(family, { name: "Sam" });
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "ask Sam to pick up Emma on January 5 2031 at 3pm");
  await nora.press("Review before adding");
  await nora.press("Save and ask someone");

  expect(nora.toast).toContain("Task saved!");
  expect(nora.heading).toBe("Who can do this?");
  expect(nora.text).toContain("Pick up Emma");
  expect(nora.field(/^Sam/).isChecked).toBe(true);
  await nora.follow("Cancel");
  expect(nora.url).toBe("/dashboard");
  expect(nora.headings(3)).toContain("Pick up Emma");
  expect(nora.field("What do you need?").value).toBe("");
});

test("each of several new tasks can be delegated later", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "order groceries tomorrow and call grandma on Friday");
  await nora.press("Review before adding");
  expect(nora.buttons()).toContain("Add 2");
  expect(nora.buttons()).not.toContain("Save and ask someone");
});

test("what is unticked on the page of several things is not added", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "order groceries tomorrow and call grandma on Friday");
  await nora.press("Review before adding");
  expect(nora.heading).toBe("I found 2 things");
  for (const name of ["Task 1 of 2", "Task 2 of 2"]) {
    expect(nora.group(name).field("Add this one").isChecked).toBe(true);
    nora.group(name).uncheck("Add this one");
  }
  await nora.press("Add 2", { status: 400 });
  expect(nora.group("Task 1 of 2").text).toContain("Please tick at least one");
  expect(nora.group("Task 2 of 2").field("Add this one").isChecked).toBe(false);
  nora.group("Task 2 of 2").check("Add this one");
  await nora.press("Add 0");
  expect(nora.headings(3)).toEqual(["Call grandma"]);
});

test("one thing on several days is a task for each, up to twenty in all", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  await say(nora, "soccer practice on Jan 6 and Jan 8 2031 at 4:30pm");
  expect(nora.instants()).toEqual(
    expect.arrayContaining(["2031-01-06T21:30:00.000Z", "2031-01-08T21:30:00.000Z"]),
  );
  await nora.visit("/dashboard");
  const things = Array.from({ length: 20 }, (_, index) => `${index + 1}. buy ticket ${index + 1}`);
  nora.fill("What do you need?", things.join("\n"));
  await nora.press("Review before adding");
  await nora.press("Add 20");
  await nora.visit("/dashboard?open=household-no-date.20");
  expect(nora.headings(3)).toEqual(expect.arrayContaining(["Buy ticket 1", "Buy ticket 20"]));
});

test("without JavaScript times use the household's zone, and the page says so", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  expect(nora.text).toContain("Times are shown in America/New_York");
  await say(nora, "dentist on January 5 2031 at 3pm");
  expect(nora.toast).toContain("Task added!");
  expect(nora.instants()).toContain("2031-01-05T20:00:00.000Z");
});
