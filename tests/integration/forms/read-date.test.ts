import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("one press on a new card clears the date Mila read, and another restores it", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Watch Black Friday with Dan");
  expect(nora.card("Watch with Dan").marks()).toEqual(["Black Friday"]);
  await nora.card("Watch with Dan").press("“Black Friday” is not a date");

  expect(nora.toast).toContain("Date removed The words are back in the title");
  expect(nora.card("Watch Black Friday with Dan").links()).toContain("Add a date");
  expect(nora.marks()).toEqual([]);

  await nora.press("Undo");
  expect(nora.toast).toContain("The date is back");
  expect(nora.card("Watch with Dan").marks()).toEqual(["Black Friday"]);
});

test("the date page shows the words behind the date until another date is chosen", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Call the vet on January 5 2031 at 3pm");
  await nora.card("Call the vet").follow("Jan 5, 2031, 3:00 PM");
  expect(nora.text).toContain("I got the date from on January 5 2031 at 3pm.");
  nora.fill("Date", "2031-01-06");
  await nora.press("Save");
  await nora.card("Call the vet").follow("Jan 6, 2031, 3:00 PM");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.buttons()).not.toContain("Not a date?");
});

test("the confirmation marks the date Mila read, and clearing it keeps all other input", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Kim", relation: "sibling", phone: "", email: "" });
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "order groceries tomorrow and buy tickets for Friday the 13th");
  await nora.press("Review before adding");
  expect(marksInText(nora.marks())).toEqual(["tomorrow", "for Friday the 13th"]);

  nora.group("Task 1 of 2").fill("Title", "Order all groceries");
  nora.group("Task 2 of 2").choose("Who", "Kim");
  await nora.group("Task 2 of 2").press("Not a date?", { isFormRedisplayed: true });

  const [first, second] = [nora.group("Task 1 of 2"), nora.group("Task 2 of 2")];
  expect(second.field("Title").value).toBe("Buy tickets for Friday the 13th");
  expect(second.field("Due date").value).toBe("");
  expect(second.field("Who").value).toBe("Kim");
  expect(second.buttons()).not.toContain("Not a date?");
  expect(first.field("Title").value).toBe("Order all groceries");
  expect(first.field("Due date").value).not.toBe("");
  expect(marksInText(nora.marks())).toEqual(["tomorrow"]);

  await nora.press("Add 2");
  expect(nora.toast).toContain("Added 2");
  expect(nora.headings(3)).toContain("Order all groceries");
  expect(nora.card("Buy tickets for Friday the 13th").links()).toContain("Add a date");
});

test("one press on a new card takes the other reading of an unsure date, and another takes the first one back", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Soccer for the twins on January 11 2031 at 8");
  await nora.card("Soccer for the twins").press("or Sat, Jan 11, 2031, 8 PM?");
  expect(nora.toast).toContain("Date changed");
  const changed = nora.card("Soccer for the twins");
  expect(changed.links()).toContain("Jan 11, 2031, 8:00 PM");
  expect(changed.marks()).toEqual(["on January 11 2031 at 8"]);

  await changed.press("or Sat, Jan 11, 2031, 8 AM?");
  expect(nora.card("Soccer for the twins").links()).toContain("Jan 11, 2031, 8:00 AM");
});

test("an unsure category has a chip with the other one, until the category is changed", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Soccer with grandpa on January 11 2031 at 3pm");
  await nora.card("Soccer with grandpa").press("or Kids?");
  expect(nora.toast).toContain("Category changed");
  expect(nora.card("Soccer with grandpa").buttons()).toContain("or Elders?");

  await nora.visit("/dashboard");
  await nora.card("Soccer with grandpa").follow("Soccer with grandpa");
  await nora.follow("Edit");
  nora.choose("Category", "Household");
  await nora.press("Save Changes");
  expect(
    nora
      .card("Soccer with grandpa")
      .buttons()
      .filter((name) => name.startsWith("or ")),
  ).toEqual([]);
});

test("a reading that was not offered changes nothing", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "Soccer on January 11 2031 at 8");
  const id = /tasks\/([\w-]{36})/.exec(await (await family.get("/dashboard")).text())?.[1];
  for (const [field, value] of [
    ["dueDate", "2031-01-12T20:00"],
    ["dueDate", "soon"],
    ["category", "Elders"],
  ] as const) {
    expect((await family.post(`/tasks/${id}/choose`, { [field]: value })).status).toBe(303);
  }
  await nora.visit("/dashboard");
  expect(nora.card("Soccer").links()).toContain("Jan 11, 2031, 8:00 AM");
});

test("the confirmation offers the other reading and keeps all other input", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Kim", relation: "sibling", phone: "", email: "" });
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "soccer on January 11 2031 at 8");
  await nora.press("Review before adding");
  nora.choose("Who", "Kim");
  await nora.press("or Sat, Jan 11, 2031, 8 PM?", { isFormRedisplayed: true });
  expect(nora.field("Due date").value).toBe("2031-01-11T20:00");
  expect(nora.field("Who").value).toBe("Kim");
  expect(nora.buttons()).toContain("or Sat, Jan 11, 2031, 8 AM?");
  await nora.press("Save task");
  expect(nora.card("Soccer").links()).toContain("Jan 11, 2031, 8:00 PM");
});

test("a day that Mila cannot read is asked for, with its words", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Board games on Feb 30 at 5pm");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain("I didn't understand on Feb 30. When is it due?");
  nora.fill("Date", "2031-03-01");
  await nora.press("Save");
  await nora
    .card("Board games on Feb 30 at 5pm")
    .follow("Mar 1, 2031, 12:00 PM (any time that day)");
  expect(nora.text).not.toContain("I didn't understand");
});

test("a time that a clock change skips is said on the card, the date page and the confirmation", async () => {
  const { nora } = await newNora(mila);
  const note = "The clocks go forward then, so there is no 2:30 AM that day. The next is 3:30 AM.";
  await say(nora, "Call mum at 02:30 on March 9 2031");
  expect(nora.card("Call mum").text).toContain(note);
  await nora.card("Call mum").follow("Mar 9, 2031, 3:30 AM");
  expect(nora.text).toContain(note);
  nora.fill("Time", "03:30");
  nora.fill("Date", "2031-03-10");
  await nora.press("Save");
  expect(nora.card("Call mum").text).not.toContain("The clocks");

  nora.fill("What do you need?", "Call mum at 02:30 on March 9 2031");
  await nora.press("Review before adding");
  expect(nora.field("Due date").value).toBe("2031-03-09T03:30");
  expect(nora.text).toContain(note);
});

test.each([
  ["Pay rent on Feb 30", "I didn't understand on Feb 30."],
  ["31.4.", "I didn't understand 31.4."],
  ["Dentist at 25:00", "I didn't understand at 25:00."],
  ["mañana a las 17:00 call mom", "I didn't understand mañana."],
  ["Call grandma yesterday", "yesterday has already passed."],
])("“%s” gets no wrong date but is asked for one", async (text, why) => {
  const { nora } = await newNora(mila);
  await say(nora, text);
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain(why);
});

test("among several tasks, the one with a half-understood date is asked for it", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Buy milk tomorrow and call grandma yesterday");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain("Call grandma yesterday");
});

test("a time that a clock change skips says so where it is chosen", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Call the vet");
  nora.fill("Date", "2031-03-09");
  nora.fill("Time", "02:30");
  await nora.press("Save", { status: 400 });
  expect(nora.field("Time").description).toContain(
    "there is no 2:30 AM that day. The next is 3:30 AM.",
  );
  nora.fill("Time", "03:30");
  await nora.press("Save");
  await nora.card("Call the vet").follow("Mar 9, 2031, 3:30 AM");

  await nora.visit("/dashboard");
  await nora.card("Call the vet").follow("Call the vet");
  await nora.follow("Edit");
  nora.fill("Due date", "2031-03-09T02:15");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.field("Due date").description).toContain("there is no 2:15 AM that day");

  await nora.visit("/tasks/confirm?text=Call+the+dentist");
  nora.fill("Due date", "2031-03-09T02:15");
  await nora.press("Save task", { status: 400 });
  expect(nora.field("Due date").description).toContain("there is no 2:15 AM that day");
});

/** Each is marked in the text and listed in its draft. */
const marksInText = (marks: string[]) => marks.slice(0, marks.length / 2);

test.each([
  ["Renew the passport by Nov 1 2020", "by Nov 1 2020 has already passed. When is it due?"],
  ["Take the pizza out in 0 minutes", "I didn't understand in 0 minutes. When is it due?"],
])("“%s” is asked about, and says why", async (text, why) => {
  const { nora } = await newNora(mila);
  await say(nora, text);
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain(why);
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text })}`);
  expect(nora.text).toContain(why);
});

test("a reminder that would be in the past is left out, and says so", async () => {
  const { nora } = await newNora(mila);
  const text = "Call the vet in 2 hours and remind me 3 hours before";
  await say(nora, text);
  expect(nora.toast).toContain("The time for the reminder has already passed, so I left it out.");
  expect(nora.card("Call the vet").text).not.toContain("Reminds you");
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text })}`);
  expect(nora.text).toContain("The time for the reminder has already passed, so I left it out.");
});
