import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("one press on a new card clears the date Mila read, and another restores it", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Watch Friday the 13th with Dan");
  expect(nora.card("Watch with Dan").marks()).toEqual(["Friday the 13th"]);
  await nora.card("Watch with Dan").press("“Friday the 13th” is not a date");

  expect(nora.toast).toContain("Date removed The words are back in the title");
  expect(nora.card("Watch Friday the 13th with Dan").links()).toContain("Add a date");
  expect(nora.marks()).toEqual([]);

  await nora.press("Undo");
  expect(nora.toast).toContain("The date is back");
  expect(nora.card("Watch with Dan").marks()).toEqual(["Friday the 13th"]);
});

test("the date page shows the words behind the date until another date is chosen", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Call the vet on January 5 2031 at 3pm");
  await nora.card("Call the vet").follow("Jan 5, 3:00 PM");
  expect(nora.text).toContain("I got the date from on January 5 2031 at 3pm.");
  nora.fill("Date", "2031-01-06");
  await nora.press("Save");
  await nora.card("Call the vet").follow("Jan 6, 3:00 PM");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.buttons()).not.toContain("Not a date?");
});

test("the confirmation marks the date Mila read, and clearing it keeps all other input", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "order groceries tomorrow and buy tickets for Friday the 13th");
  await nora.press("Review before adding");
  expect(marksInText(nora.marks())).toEqual(["tomorrow", "for Friday the 13th"]);

  nora.group("Task 1 of 2").fill("Title", "Order all groceries");
  nora.group("Task 2 of 2").fill("Assigned to", "Kim");
  await nora.group("Task 2 of 2").press("Not a date?", { isFormRedisplayed: true });

  const [first, second] = [nora.group("Task 1 of 2"), nora.group("Task 2 of 2")];
  expect(second.field("Title").value).toBe("Buy tickets for Friday the 13th");
  expect(second.field("Due date").value).toBe("");
  expect(second.field("Assigned to").value).toBe("Kim");
  expect(second.buttons()).not.toContain("Not a date?");
  expect(first.field("Title").value).toBe("Order all groceries");
  expect(first.field("Due date").value).not.toBe("");
  expect(marksInText(nora.marks())).toEqual(["tomorrow"]);

  await nora.press("Save tasks");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.headings(3)).toContain("Order all groceries");
  expect(nora.card("Buy tickets for Friday the 13th").links()).toContain("Add a date");
});

/** Each is marked in the text and listed in its draft. */
const marksInText = (marks: string[]) => marks.slice(0, marks.length / 2);
