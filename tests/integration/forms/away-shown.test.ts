import { afterAll, beforeAll, expect, test } from "vitest";
import type { Temporal } from "temporal-polyfill";
import { formatDate } from "#app/domain/core/time.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { today } from "../../support/text/days.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const [first, last] = [today().add({ days: 3 }), today().add({ days: 9 })];
const said = (day: Temporal.PlainDate) =>
  day.toLocaleString("en-US", { month: "short", day: "numeric" });
/** "Dec 8", or "Jan 3, 2027" in another year. */
const shown = (day: Temporal.PlainDate) =>
  formatDate(`${day.toString()}T12:00Z`, "UTC", `${today().toString()}T12:00Z`);

/** Counts how often a line stands in the seven days from then on, or from some days before. */
async function countInWeeks(nora: FormBrowser, line: string): Promise<number> {
  let count = 0;
  for (const from of [first, first.add({ days: 7 })]) {
    await nora.visit(`/week?from=${from.toString()}`);
    count += nora.text.split(line).length - 1;
  }
  return count;
}

test("the last of several typed days stands where the family looks", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Ben", relation: "sibling" });
  await say(nora, `Ben is away from ${said(first)} to ${said(last)}`);
  await say(nora, "when is ben back?");
  expect(nora.text).toContain(`Ben is away ${shown(first)} to ${shown(last)}.`);
  expect(await countInWeeks(nora, `Ben is away until ${shown(last)}`)).toBe(7);
  await say(nora, `what's on ${said(first)}?`);
  expect(nora.text).toContain(`until ${shown(last)}`);
});

test("entered days away stand there too", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Oma", relation: "grandparent" });
  await say(nora, "who is away?");
  expect(nora.text).toContain("Nobody is away.");
  await nora.visit("/family/away");
  nora.choose("Who is away?", "Oma");
  nora.fill("From", first.toString());
  nora.fill("Until", last.toString());
  await nora.press("Add");
  expect(await countInWeeks(nora, `Oma is away until ${shown(last)}`)).toBe(7);
  await say(nora, "when is oma back?");
  const days = `${shown(first)} to ${shown(last)}`;
  expect(nora.text).toContain(`Oma is away ${days}.`);
  await say(nora, "who is away?");
  expect(nora.text).toContain(`Oma is away ${days}.`);
  await nora.visit("/family");
  await nora.follow("Oma");
  expect(nora.text).toContain(`Away ${days}`);
});

test("an answer shows what else was written, such as an address", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Piano on June 13 2041 at 5pm");
  await nora.card("Piano").follow("Piano");
  await nora.follow("Edit");
  nora.fill("Description", "4 Elm Street\nBring the blue book");
  await nora.press("Save Changes");
  await say(nora, "where is piano?");
  expect(nora.text).toContain("Jun 13, 2041, 5:00 PM · 4 Elm Street Add it as a task instead");
});

test("who picks somebody up is answered by the nearest of the tasks to do so", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child" });
  for (const text of [
    "Emma's birthday June 10 2041",
    "Ballet Emma on June 11 2041 at 5pm",
    "Pick up Emma on June 14 2041 at 3pm",
    "Pick up Emma on June 12 2041 at 3pm",
    "Pick up Emma from Sofie on June 13 2041 at 3pm",
    "Pick up Emma from choir on June 15 2041 at 3pm",
    "Pick up Emma on March 3 2020 at 3pm",
  ])
    await say(nora, text);
  await say(nora, "who picks up emma?");
  const answer = nora.text.slice(nora.text.indexOf("The first are:"));
  const found = answer.slice(0, answer.indexOf("Add it as a task instead"));
  expect(found.match(/Jun \d\d/g)).toEqual(["Jun 12", "Jun 13", "Jun 14"]);
  expect(found).toContain("Nobody yet");
  expect(found).not.toContain("Ballet");
});
