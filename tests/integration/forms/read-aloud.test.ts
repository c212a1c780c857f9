import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { between, readAloud } from "../../support/product/read-aloud.ts";
import { today } from "../../support/text/days.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("Home says where one is, then the input, then each task with its buttons", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Call the vet", dueDate: "2101-06-10T15:00" });
  await nora.visit("/dashboard");
  const said = await readAloud(nora.html);
  expect(said.slice(0, 8)).toEqual([
    "document",
    "link, Skip to content",
    "status",
    "alert",
    "paragraph",
    "link, Skip to tasks",
    "banner",
    "link, Mila",
  ]);
  expect(between(said, "navigation, Main", "group")).toEqual([
    "navigation, Main",
    "link, Home, current page",
    "link, Week",
    "link, Lists",
    "link, Family",
    "group",
  ]);
  const main = said.slice(said.indexOf("main"));
  expect(main[1]).toMatch(/^heading, Good .*, level 1$/);
  expect(main.indexOf("heading, Household, level 2")).toBeGreaterThan(
    main.findIndex((phrase) => phrase.startsWith("textbox, What do you need?")),
  );
  const card = between(main, "heading, Household, level 2", "end of region, Household");
  expect(card.filter((phrase) => /^(button|heading|link|list)/.test(phrase))).toEqual([
    "heading, Household, level 2",
    "link, Later 1, not expanded",
    "list",
    "listitem, level 1, position 1, set size 1",
    // The reader says a button's value too.
    "button, Mark as complete: Call the vet, 2101-06-10T15:00",
    "heading, Call the vet, level 3",
    "link, Call the vet",
    "link, Jun 10, 2101, 3:00 PM, Call the vet",
    "link, Reminds you Jun 8, 2101, 3:00 PM, Call the vet",
    "link, More: Call the vet",
  ]);
});

test("of 200 tasks no two buttons or links are called the same", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Errand 1" });
  await sql`
    with recursive counted (n) as (select 2 union all select n + 1 from counted where n < 200)
    insert into tasks (id, household_id, user_id, title, category, created_at)
    select ${newId()} || n, household_id, user_id, 'Errand ' || n, category, created_at
    from counted, tasks where tasks.id = ${id}`.execute(mila.db);
  await nora.visit("/family");
  const said = await readAloud(nora.html);
  const named = said.filter((phrase) => /^(button|link), .*Errand/.test(phrase));
  expect(named.length).toBeGreaterThan(200);
  expect(named.length).toBe(new Set(named).size);
});

/** What a family asks, what it types, and what is said of the answer, first of all. */
const questions = [
  ["What now?", "what's on today", "I found this:", "Water the ferns"],
  ["Who fetches Emma?", "who fetches emma", "Ben has it:", "Fetch Emma"],
  ["When is the dentist?", "when is the dentist", "I found this:", "Dentist for Leo"],
  ["What does Ben have?", "what does ben have", "I found 2 tasks:", "Fetch Emma"],
  ["What's left to buy?", "what's on the shopping list", "2 open on Shopping:", "Milk"],
] as const;

test.for(questions)("“%s” is answered right after the heading", async ([, text, found, title]) => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Ben", relation: "sibling" });
  await addTask(family, { title: "Oil change", assignee: "Ben" });
  await addTask(family, { title: "Fetch Emma", category: "Kids", assignee: "Ben" });
  await addTask(family, { title: "Dentist for Leo", dueDate: "2101-06-10T15:00" });
  await addTask(family, { title: "Water the ferns", dueDate: `${today()}T23:59` });
  await family.post("/lists/shopping/items", { text: "milk and eggs" });
  await say(nora, text);
  const main = between(await readAloud(nora.html), "main", "end of list");
  expect(main).toEqual(
    expect.arrayContaining([`heading, ${text}, level 2`, "status", found, title]),
  );
  // Nothing else comes before it but the greeting.
  expect(main.filter((phrase) => /^(heading|button|textbox)/.test(phrase))).toHaveLength(2);
});

test("overdue tasks are moved at once, and the toast says so first and offers Undo", async () => {
  const { nora, family } = await newNora(mila);
  for (const title of ["Pay the rent", "Call the bank"])
    await addTask(family, { title, dueDate: "2020-02-04T08:00" });
  await nora.visit("/tasks/select?overdue=on");
  const page = await readAloud(nora.html);
  const placeOf = (words: RegExp) => page.findIndex((phrase) => words.test(phrase));
  expect(placeOf(/, Pay the rent Feb 4, 2020/)).toBeGreaterThan(0);
  expect(placeOf(/, Call the bank Feb 4, 2020/)).toBeLessThan(placeOf(/^button, Tomorrow/));
  await nora.press("Tomorrow");
  const said = await readAloud(nora.html);
  const toast = between(said, "status", "end of status");
  expect(toast.join(" ")).toContain("2 tasks moved to");
  expect(toast).toContain("button, Undo");
});
