import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const mail = (subject: string, text: string, from = "office@oakhill.example") =>
  `From: Oak Hill School <${from}>
Subject: ${subject}
Date: Tue, 1 Jun 2027 09:00:00 -0400
To: Families <all@oakhill.example>

${text}`;

const letter = mail(
  "June dates",
  `Dear families,

- Tuesday 15 June: Summer concert in the hall, 2pm
- Friday 18 June: Sports day

Please return the trip permission slip by Thursday 10 June.`,
);

async function withLetter() {
  const { nora, family } = await newNora(mila);
  const paste = async (text: string) => {
    await nora.visit("/mail");
    nora.fill("Paste a mail", text);
    await nora.press("Read it");
  };
  await paste(letter);
  await nora.press("Add the ticked ones: June dates");
  expect(nora.toast).toContain("Added 3");
  const dueOf = async (title: string) => {
    await nora.visit("/family");
    await nora.follow(title);
    return nora.text;
  };
  return { nora, family, paste, dueOf };
}

test("a mail that moves an event offers to move its task, which keeps its time", async () => {
  const { nora, paste, dueOf } = await withLetter();
  const words = "The summer concert is moved from Tuesday 15 June to Thursday 17 June.";
  await paste(mail("New date", words));
  expect(nora.text).toContain(
    "Move “Summer concert in the hall” From Tue, Jun 15, 2027, 2:00 PM to Thu, Jun 17, 2027",
  );
  await nora.press("Save the ticked ones: New date");
  expect(nora.toast).toContain("Moved 1");
  expect(nora.text).toContain("No mail waits for you.");
  expect(await dueOf("Summer concert in the hall")).toContain("Jun 17, 2027, 2:00 PM");
  await nora.visit("/mail");
  nora.unfold("Looked at (2)");
  expect(nora.text).toContain("Moved · Thu, Jun 17, 2027");
});

test("Undo takes the move back", async () => {
  const { nora, paste, dueOf } = await withLetter();
  await paste(mail("New date", "Sports day is moved from Friday 18 June to Monday 21 June."));
  await nora.press("Save the ticked ones: New date");
  await nora.press("Undo");
  expect(nora.toast).toContain("1 task taken back");
  expect(nora.text).toContain("Move “Sports day” From Fri, Jun 18, 2027 to Mon, Jun 21, 2027");
  expect(await dueOf("Sports day")).toContain("Jun 18, 2027");
});

test("a mail that cancels something offers to delete its task", async () => {
  const { nora, paste } = await withLetter();
  await paste(mail("No sports day", "Sports day on Friday 18 June is cancelled. So sorry!"));
  expect(nora.text).toContain("Delete “Sports day” Fri, Jun 18, 2027");
  await nora.press("Save the ticked ones: No sports day");
  expect(nora.toast).toContain("Deleted 1");
  await nora.press("Undo");
  await nora.visit("/family");
  expect(nora.text).toContain("Sports day");
  await nora.visit("/mail");
  await nora.press("Save the ticked ones: No sports day");
  nora.unfold("Looked at (2)");
  expect(nora.text).toContain("Deleted ·");
  await nora.visit("/family");
  expect(nora.text).not.toContain("Sports day");
});

test("what is there already is said, and not ticked", async () => {
  const { nora, paste } = await withLetter();
  await paste(mail("Reminder", "Please return the trip permission slip by Thursday 10 June!"));
  expect(nora.text).toContain("You had “Return the trip permission slip” already");
  await nora.press("Add the ticked ones: Reminder");
  expect(nora.toast).toContain("Please tick at least one");
});

test("a task that was changed meanwhile stays as it is", async () => {
  const { nora, family, paste, dueOf } = await withLetter();
  await paste(mail("New date", "Sports day is moved from Friday 18 June to Monday 21 June."));
  const other = browserOf(mila, family);
  await other.visit("/family");
  await other.follow("Sports day");
  await other.press("Done");
  await nora.press("Save the ticked ones: New date");
  expect(nora.toast).toContain("That task was changed meanwhile");
  await nora.visit("/mail");
  expect(nora.text).toContain("New date");
  expect(nora.text).not.toContain("Move “Sports day”");
  expect(await dueOf("Summer concert in the hall")).toContain("Jun 15, 2027");
});

test("another class's mail with the same words on another day changes nothing", async () => {
  const { nora, paste } = await withLetter();
  await paste(mail("Judo", "Judo sports day is on Saturday 26 June.", "judo@club.example"));
  expect(nora.text).not.toContain("Move “Sports day”");
  expect(nora.text).not.toContain("already");
});

test("a task that repeats is not ended by a mail that cancels one date", async () => {
  const { nora, family, paste } = await withLetter();
  await nora.visit("/family");
  await nora.follow("Sports day");
  const [, taskId] = /^\/tasks\/([\w-]+)/.exec(nora.url) ?? [];
  await family.post(`/tasks/${taskId}/repeat`, { interval: "1", unit: "week" });
  await paste(mail("No sports day", "Sports day on Friday 18 June is cancelled."));
  expect(nora.text).toContain("1 thing found");
  expect(nora.text).not.toContain("Delete “Sports day”");
});
