import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the dentist is found from any page, in two presses", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Dentist for Emma on Friday at 3pm");
  await say(nora, "Call the vet");
  await nora.visit("/family");
  await nora.follow("Search");
  expect(nora.title).toBe("Search · Mila");
  nora.fill("Find a task", "dentits");
  await nora.press("Search");
  expect(nora.url).toBe("/search?q=dentits");
  expect(nora.title).toBe("dentits · Search · Mila");
  expect(nora.text).toContain("Nothing is written just so. This comes close: 1 task");
  expect(nora.headings(2)).toEqual(["Open"]);
  expect(nora.text).toMatch(/Dentist for Emma.*3:00 PM/s);
  expect(nora.text).not.toContain("Call the vet");
  await nora.follow(/Dentist for Emma/);
  expect(nora.heading).toBe("Dentist for Emma");
});

test("a search that finds nothing keeps the words, and says what to try", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(`/search?${new URLSearchParams({ q: "<b>xylophone</b>" })}`);
  expect(nora.text).toContain("Nothing found for “<b>xylophone</b>”. Try fewer or other words.");
  expect(nora.field("Find a task").value).toBe("<b>xylophone</b>");
  await nora.visit("/search?q=%20…");
  expect(nora.text).toContain("Please type a word or a number.");
});
