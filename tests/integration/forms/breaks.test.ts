import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const piano = "piano every Wednesday at 4 except school holidays";

test("a task that pauses in the school holidays asks for their dates, and then follows them", async () => {
  const { nora } = await newNora(mila);
  await say(nora, piano);
  expect(nora.text).toMatch(/Every Wednesday 4 PM, except School holidays · next \w{3} \d{1,2}/);
  const due = nora.card("Piano").text;
  await nora.follow("No dates for “School holidays” yet");
  expect(nora.heading).toBe("Breaks");
  expect(nora.field("Name").value).toBe("School holidays");
  nora.fill("First day", new Date().toISOString().slice(0, 10));
  nora.fill("Last day", new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10));
  await nora.press("Add");
  expect(nora.toast).toContain("School holidays added");

  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("No dates for");
  expect(nora.card("Piano").text).not.toBe(due);
});

test("breaks are edited and removed on their page", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences");
  await nora.follow(/Breaks/);
  nora.fill("Name", "Easter");
  nora.fill("First day", "2031-04-10");
  nora.fill("Last day", "2031-04-01");
  await nora.press("Add", { status: 400 });
  expect(nora.field("Last day").description).toContain("The last day is before the first");
  expect(nora.field("Name").value).toBe("Easter");
  nora.fill("Last day", "2031-04-18");
  await nora.press("Add");
  expect(nora.text).toContain("Thu, Apr 10, 2031 to Fri, Apr 18, 2031");

  await nora.follow("Edit Easter, Thu, Apr 10, 2031 to Fri, Apr 18, 2031");
  nora.fill("Name", "Easter holidays");
  await nora.press("Save Changes");
  expect(nora.headings(2)).toContain("Easter holidays");
  nora.unfold("Remove");
  await nora.press("Remove Easter holidays");
  expect(nora.toast).toContain("Easter holidays removed");
  expect(nora.headings(2)).not.toContain("Easter holidays");
});

test("the confirm page keeps the exception", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text: piano })}`);
  expect(nora.field("Repeats: Every Wednesday, except School holidays").isChecked).toBe(true);
  await nora.press("Save task");
  expect(nora.text).toContain("Every Wednesday 4 PM, except School holidays");
});

test("the form of a series takes the household's breaks and a pause", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/breaks?name=Carnival");
  nora.fill("First day", "2031-02-20");
  nora.fill("Last day", "2031-02-25");
  await nora.press("Add");
  await say(nora, "piano every Wednesday at 4");
  await nora.card("Piano").follow("Piano");
  await nora.follow("Repeat");
  nora.check("Carnival");
  nora.fill("Pause until", "2031-01-01");
  await nora.press("Save");
  expect(nora.text).toContain(
    "Every Wednesday 4 PM, except Carnival · paused until Jan 1, 2031 · next Jan 8, 2031",
  );
  await nora.follow("Repeat");
  expect(nora.field("Carnival").isChecked).toBe(true);
  expect(nora.field("Pause until").value).toBe("2031-01-01");
});
