import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type Planted, plantDue } from "../../support/records/plant-due.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const box = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Box ${index + 1}` }));

async function newNora(tasks: Planted[]) {
  const family = await signedInFamily(mila.db);
  await plantDue(mila.db, family, tasks);
  return new FormBrowser(mila.url, { cookie: family.cookie });
}

test("a folded group opens by its link, stays open after an action, and folds again", async () => {
  const nora = await newNora([
    { title: "Dentist", due: [20, "09:00"] },
    { title: "Haircut", due: [21, "09:00"] },
    { title: "Recital", category: "Kids", due: [1, "18:00"] },
  ]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Recital"]);
  await nora.follow("Later 2");
  expect(nora.headings(3)).toEqual(["Recital", "Dentist", "Haircut"]);
  await nora.card("Dentist").press("Mark as complete");
  expect(nora.url).toContain("open=household-later");
  expect(nora.headings(3)).toEqual(["Recital", "Haircut", "Dentist"]);
  await nora.follow("Later 1");
  expect(nora.headings(3)).toEqual(["Recital", "Dentist"]);
});

test("a group shows ten, and the others by a link that goes on where it was", async () => {
  const nora = await newNora(box(43).map((task) => ({ ...task, due: [1, "09:00"] })));
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toHaveLength(10);
  await nora.follow("33 more in Tomorrow");
  expect(nora.headings(3)).toHaveLength(43);
  expect(nora.text).not.toContain("more in Tomorrow");
});

test("a task that was just added shows in its folded group", async () => {
  const nora = await newNora([...box(3), { title: "Cancel Netflix", isNew: true }]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Cancel Netflix"]);
  expect(nora.text).toContain("No date 4");
  await nora.follow("3 more in No date");
  expect(nora.headings(3)).toHaveLength(4);
});

test("the last completed tasks show, and the others unfold", async () => {
  const nora = await newNora(
    Array.from({ length: 7 }, (_, index) => ({ title: `Errand ${index + 1}`, isDone: true })),
  );
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Errand 1", "Errand 2", "Errand 3"]);
  await nora.follow("4 more in Completed");
  expect(nora.headings(3)).toHaveLength(7);
});

test("days of all areas stand together by day, which can be remembered", async () => {
  const nora = await newNora([
    { title: "Trash", due: [1, "07:00"] },
    { title: "Recital", category: "Kids", due: [1, "18:00"] },
    { title: "Call grandma", category: "Elders", due: [1, "10:00"] },
  ]);
  await nora.visit("/dashboard");
  expect(nora.headings(2)).toEqual(expect.arrayContaining(["Kids", "Household", "Elders"]));
  expect(nora.text).not.toContain("Always show this");
  await nora.follow("By day");
  expect(nora.headings(2)).not.toContain("Kids");
  expect(nora.headings(3)).toEqual(["Trash", "Call grandma", "Recital"]);
  await nora.press("Always show this");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Trash", "Call grandma", "Recital"]);
  await nora.follow("By area");
  expect(nora.headings(2)).toContain("Kids");
  await nora.press("Always show this");
  await nora.visit("/dashboard");
  expect(nora.headings(2)).toContain("Kids");
});

test.each(["kids-nothing", "x", ",,,", "household-no-date.-1", "household-no-date.x", "later"])(
  "a group %j that Home does not have opens nothing",
  async (open) => {
    const nora = await newNora(box(3));
    await nora.visit(`/dashboard?${new URLSearchParams({ open })}`);
    expect(nora.headings(3)).toEqual([]);
    expect(nora.text).toContain("No date 3");
  },
);
