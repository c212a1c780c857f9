import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("every field of a task can be edited", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Grandpa", relation: "grandparent" });
  await addTask(family, { title: "Swimming bag", category: "Household" });
  await nora.visit("/dashboard");
  await nora.card("Swimming bag").follow("Swimming bag");
  await nora.follow("Edit");
  expect(nora.heading).toBe("Edit task");

  nora.fill("Title", "Pack Emma's swimming bag");
  nora.choose("Category", "Kids");
  nora.fill("Due date", "2031-06-02T07:30");
  nora.choose("Who", "Grandpa");
  nora.choose("About", "Grandpa");
  nora.fill("Description", "Towel, goggles,\nsomething to eat");
  await nora.press("Save Changes");

  expect(nora.toast).toContain("Task saved!");
  const kids = nora.region("Kids");
  expect(kids.headings(3)).toEqual(["Pack Emma's swimming bag"]);
  for (const fact of ["Jun 2, 2031, 7:30 AM", "Grandpa", "Towel, goggles, something to eat"]) {
    expect(kids.text).toContain(fact);
  }
});

test("a due date can be removed", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Call the plumber", dueDate: "2031-06-02T07:30" });
  await nora.visit(`/tasks/${id}/edit`);
  nora.fill("Due date", "");
  await nora.press("Save Changes");
  expect(nora.card("Call the plumber").links()).toContain("Add a date");
});

test("Cancel changes nothing", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Call the plumber" })}/edit`);
  nora.fill("Title", "Something else");
  await nora.follow("Cancel");
  expect(nora.headings(3)).toEqual(["Call the plumber"]);
});

test("the second of two edits shows what changed meanwhile and loses nothing", async () => {
  const { nora, family } = await newNora(mila);
  const otherDevice = browserOf(mila, family);
  const id = await addTask(family, { title: "Birthday cake", dueDate: "2041-05-04T15:00" });
  await nora.visit("/dashboard");
  const dueOnCard = />([^<]*May 4[^<]*)<\/time>/.exec(nora.html)?.[1] ?? "no date";
  await nora.visit(`/tasks/${id}/edit`);
  await otherDevice.visit(`/tasks/${id}/edit`);
  otherDevice.fill("Title", "Birthday cake with candles");
  await otherDevice.press("Save Changes");
  expect(otherDevice.toast).toContain("Task saved!");

  nora.fill("Title", "Chocolate cake");
  nora.fill("Description", "For twelve");
  nora.choose("Category", "Kids");
  await nora.press("Save Changes", { status: 409 });

  expect(nora.alert).toContain("Someone changed this task while you were editing.");
  expect(nora.alert).toContain("Birthday cake with candles");
  expect(nora.alert).toContain(`Household · ${dueOnCard})`);
  expect(nora.field("Title").value).toBe("Chocolate cake");
  expect(nora.field("Description").value).toBe("For twelve");
  expect(nora.field("Category").choice).toBe("Kids");

  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.region("Kids").headings(3)).toEqual(["Chocolate cake"]);
  expect(nora.text).toContain("For twelve");
});

test("an edited task without a title is not saved and keeps its other fields", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Water the plants" })}/edit`);
  nora.fill("Title", "  ");
  nora.choose("Category", "Elders");
  nora.fill("Description", "The ones on the balcony too");
  await nora.press("Save Changes", { status: 400 });

  expect(nora.field("Title").description).toBe("Please enter a title");
  expect(nora.field("Category").choice).toBe("Elders");
  expect(nora.field("Description").value).toBe("The ones on the balcony too");
});

test("the date form sent without a date says so", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Water the plants" })}/date`);
  nora.skipBrowserChecks();
  nora.fill("Time", "08:15");
  await nora.press("Save", { status: 400 });
  expect(nora.field("Date").description).toBe("Please choose a date");
  expect(nora.field("Time").value).toBe("08:15");
});

const hostileTitles = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "</script><!--",
  "before\u2028after\u2029end",
  "\u202Eecalp rehtona ni",
  "javascript:alert(1)",
  "{{7*7}}${7*7}",
];

test("a title is shown as text, whatever it contains", async () => {
  const { nora, family } = await newNora(mila);
  const ids: string[] = [];
  for (const title of hostileTitles)
    ids.push(await addTask(family, { title, description: title, assignee: title }));
  await nora.visit("/dashboard?open=household-no-date");
  // Titles treat line and paragraph separators as white space.
  const shown = hostileTitles.map((title) => title.replaceAll(/[\u2028\u2029]/g, " "));
  expect(nora.headings(3)).toEqual(shown.toReversed());
  expect(nora.count("main img, main script")).toBe(0);

  for (const [index, title] of shown.entries()) {
    await nora.visit(`/tasks/${ids[index]}/edit`);
    expect(nora.field("Title").value).toBe(title);
    await nora.visit(`/tasks/${ids[index]}/date`);
    expect(nora.text).toContain(title);
    expect(nora.count("main img, main script")).toBe(0);
  }
});

test("a hostile title stays text when its task is completed and deleted", async () => {
  const { nora, family } = await newNora(mila);
  const title = `</script><img src=x onerror=alert(1)>`;
  await addTask(family, { title });
  await nora.visit("/dashboard");
  await nora.card(title).press("Mark as complete");
  await nora.card(title).press("Mark as incomplete");
  await nora.card(title).follow("More");
  await nora.press("Delete task");
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual([title]);
});
