import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function change(
  nora: FormBrowser,
  title: string,
  field: string,
  value: string,
): Promise<void> {
  await nora.visit("/dashboard");
  await nora.card(title).follow(title);
  await nora.follow("Edit");
  if (field === "Category") nora.choose(field, value);
  else nora.fill(field, value);
  await nora.press("Save Changes");
}

const categoryOf = (nora: FormBrowser, title: string) =>
  ["Kids", "Household", "Elders"].find((category) =>
    nora.region(category).headings(3).includes(title),
  );

test("a corrected category counts for the next request with that name, until it is forgotten", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Call Lena on January 5 2031");
  expect(categoryOf(nora, "Call Lena")).toBe("Household");
  await change(nora, "Call Lena", "Category", "Kids");
  await say(nora, "Buy new boots for Lena on January 6 2031");
  expect(categoryOf(nora, "Buy new boots for Lena")).toBe("Kids");

  await nora.visit("/preferences");
  await nora.follow(/What I've Learned/);
  expect(nora.items()).toContainEqual(expect.stringContaining("“lena” goes under Kids"));
  nora.unfold("Forget");
  await nora.press("Forget “lena”");
  expect(nora.toast).toContain("Forgotten");
  expect(nora.text).toContain("Nothing yet.");
  await say(nora, "Email Lena on January 7 2031");
  expect(categoryOf(nora, "Email Lena")).toBe("Household");
});

test("a corrected time counts for the next request that says only a day", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Dinner with the Smiths on January 5 2031");
  await change(nora, "Dinner with the Smiths", "Due date", "2031-01-05T18:30");
  await say(nora, "Dinner with the Lees on January 9 2031");
  expect(nora.card("Dinner with the Lees").links()).toContain("Jan 9, 2031, 6:30 PM");
  await say(nora, "Dinner at the lake on January 21 2031 at 5pm");
  expect(nora.card("Dinner at the lake").links()).toContain("Jan 21, 2031, 5:00 PM");
});

test("a category changed while confirming teaches too", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "swim on January 5 2031");
  await nora.press("Review before adding");
  nora.choose("Category", "Elders");
  await nora.press("Save task");
  await say(nora, "Swim on January 12 2031 at 3pm");
  expect(nora.region("Elders").headings(3)).toEqual(["Swim", "Swim"]);
});

test("each household learns for itself, and forgets everything at once", async () => {
  const [{ nora }, { nora: other }] = [await newNora(mila), await newNora(mila)];
  await say(nora, "Swim on January 5 2031");
  await change(nora, "Swim", "Category", "Household");
  await say(other, "Swim on January 5 2031");
  expect(categoryOf(other, "Swim")).toBe("Kids");

  await other.visit("/preferences/learned");
  expect(other.text).toContain("Nothing yet.");
  await nora.visit("/preferences/learned");
  nora.unfold("Forget everything");
  await nora.press("Forget all");
  expect(nora.text).toContain("Nothing yet.");
});
