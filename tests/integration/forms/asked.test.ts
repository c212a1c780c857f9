import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a question is answered above the input, or added as a task instead", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Dentist for Emma on June 14 2041 at 3pm");
  await say(nora, "where is the dentist?");
  expect(nora.url).toBe("/dashboard?asked=where+is+the+dentist%3F");
  expect(nora.text).toContain("I found this:");
  expect(nora.headings(3)).toEqual(["Dentist for Emma"]);
  await nora.press("Add it as a task instead");
  expect(nora.toast).toContain("Task added!");
});

test("a change is shown, made at a press, and taken back", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Dentist for Emma on June 14 2041 at 3pm");
  await say(nora, "move dentist to June 20 2041");
  expect(nora.text).toContain("Do you mean this?");
  await nora.press(/^Move to Jun 20, 2041, 3:00 PM/);
  expect(nora.toast).toContain("Date changed");
  expect(nora.text).toContain("Jun 20, 2041, 3:00 PM");
  await nora.press("Undo");
  expect(nora.toast).toContain("1 task is back");
  expect(nora.text).toContain("Jun 14, 2041, 3:00 PM");
});

test("a change is not made if the task was moved since the page showed it", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "Dentist for Emma on June 14 2041 at 3pm");
  await say(nora, "move dentist 2 hours later");
  const other = browserOf(mila, family);
  await say(other, "move dentist to June 20 2041");
  await other.press(/^Move to Jun 20, 2041, 3:00 PM/);
  await nora.press(/^Move to Jun 14, 2041, 5:00 PM/);
  expect(nora.toast).toContain("Nothing changed");
  expect(nora.toast).toContain("You moved this to Thu, Jun 20, 2041 at 3:00 PM.");
});

test("a move of a repeating task says which dates it replaces", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Water the plants every Tuesday at 7pm");
  await say(nora, "move plants to June 15 2041");
  await nora.press(/^Move to Jun 15, 2041, 7:00 PM/);
  expect(nora.toast).toContain("It replaces all others up to then.");
});

test("closing removes an answer, and a URL whose words are a task shows none", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "where is the hamster?");
  expect(nora.text).toContain("I found nothing open like that.");
  await nora.follow("Close");
  expect(nora.url).toBe("/dashboard");
  await nora.visit("/dashboard?asked=Call+the+vet");
  expect(nora.text).not.toContain("Add it as a task instead");
});

test("a repeating task that is cancelled once is skipped, not deleted", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Piano lesson for Mia every Tuesday at 5pm");
  await say(nora, "cancel piano");
  await nora.press(/^Skip this time/);
  expect(nora.toast).toContain("Skipped this time");
  expect(nora.toast).not.toContain("deleted");
});

test("a task that is given to somebody says who has it, who is told, and can be taken back", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Otto", relation: "partner" });
  await family.post("/preferences/family/members", { name: "Emma", relation: "child" });
  await say(nora, "Vet on June 14 2041 at 3pm");
  const give = async (words: string) => {
    await say(nora, words);
    await nora.press(/^Give to/);
  };
  await give("Emma takes the vet");
  expect(nora.toast).toContain("Emma has it now");
  await give("Otto takes the vet");
  expect(nora.toast).toMatch(/Otto has it now.*I haven't told Otto\..*Vet/);
  await nora.press("Undo");
  expect(nora.toast).toContain("Emma has it again");
  await say(nora, "who has the vet?");
  expect(nora.text).toMatch(/Jun 14, 2041, 3:00 PM · Emma/);
});

test("a task that was changed since it was given stays as it is", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Otto", relation: "partner" });
  await say(nora, "Vet on June 14 2041 at 3pm");
  await say(nora, "Otto takes the vet");
  await nora.press(/^Give to Otto/);
  const other = browserOf(mila, family);
  await say(other, "move vet to June 20 2041");
  await other.press(/^Move to/);
  await nora.press("Undo");
  expect(nora.toast).toContain("Nothing changed");
  await nora.visit("/dashboard");
  expect(nora.text).toContain("Otto");
});

test("who has a task is answered by a name, whose turn it is, or nobody yet", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Otto", relation: "partner" });
  await family.post("/preferences/family/members", { name: "Emma", relation: "child" });
  await say(nora, "Piano on June 14 2041 at 3pm");
  await say(nora, "who has piano?");
  expect(nora.text).toMatch(/Nobody has it yet:.*Piano.*Jun 14, 2041, 3:00 PM · Nobody yet/);
  await say(nora, "Otto takes piano");
  await nora.press(/^Give to Otto/);
  await say(nora, "who has piano?");
  expect(nora.text).toMatch(/Otto has it:.*Piano.*Jun 14, 2041, 3:00 PM · Otto/);
  await say(nora, "Dishes every day at 8pm, Otto and Emma take turns");
  await say(nora, "who does the dishes?");
  expect(nora.text).toMatch(/It's Otto's turn:.*Dishes.*Otto’s turn/);
});
