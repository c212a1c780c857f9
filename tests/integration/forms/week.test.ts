import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the week shows each day, what repeats, and what has no date yet", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Feed the cat every day at 6pm");
  await say(nora, "Call the vet");
  await nora.follow("Week");
  expect(nora.heading).toBe("Week");
  expect(nora.headings(3)).toHaveLength(7);
  expect(nora.headings(3)[0]).toMatch(/^Sunday /);
  expect(nora.headings(3).filter((name) => name.endsWith("Today"))).toHaveLength(1);
  expect(nora.text).toContain("No date yet (1)");
  await nora.follow("Later");
  expect(nora.url).toMatch(/^\/week\?from=\d{4}-\d\d-\d\d$/);
  expect(nora.links().filter((name) => name.startsWith("6:00 PM Feed the cat"))).toHaveLength(7);
  await nora.follow("This week");
  expect(nora.url).toBe("/week");
  await nora.visit("/family/week");
  expect(nora.url).toBe("/week");
});

test("a week that no calendar has is this week", async () => {
  const { nora } = await newNora(mila);
  for (const from of ["2041-02-30", "x", "", "99999-01-01"]) {
    await nora.visit(`/week?${new URLSearchParams({ from })}`);
    expect(nora.headings(3).filter((name) => name.endsWith("Today"))).toHaveLength(1);
  }
  await nora.visit("/week?from=9999-12-30");
  expect(nora.headings(3)).toHaveLength(7);
  await nora.visit("/week?from=1970-01-01");
  expect(nora.headings(3)).toHaveLength(7);
});
