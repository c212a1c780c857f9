import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const request = "Conference with Ms. Lund Thursday 4:20, ping me 20 minutes before";

test("the new card names the words that no task has, and leads to editing it", async () => {
  const { nora } = await newNora(mila);
  await say(nora, request);
  expect(nora.card("Conference with Ms. Lund").text).toContain("I didn't use: ping");
  await nora.card("Conference with Ms. Lund").follow("I didn't use: ping");
  expect([nora.heading, nora.text]).toEqual([
    "Edit task",
    expect.stringContaining("I didn't use: ping"),
  ]);
  nora.fill("Title", "Conference with Ms. Lund, ping her");
  await nora.press("Save Changes");
  expect(nora.card("Conference with Ms. Lund, ping her").text).not.toContain("I didn't use");
});

test("of several tasks, the one among whose words they are names them", async () => {
  const { nora } = await newNora(mila);
  await say(nora, `Dentist Friday at 3pm\n${request}`);
  expect(nora.card("Dentist").text).not.toContain("I didn't use");
  expect(nora.card("Conference with Ms. Lund").text).toContain("I didn't use: ping");
});

test("the page that asks before saving names them", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text: request })}`);
  expect(nora.text).toContain("I didn't use: ping");
});
