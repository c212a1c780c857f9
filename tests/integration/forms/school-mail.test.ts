import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { purgeMails } from "#app/domain/mail/act-on-mail.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";
import { newSam } from "../../support/people/second-parent.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const letter = `From: Oak Hill School <office@oakhill.example>
Subject: June dates
Date: Tue, 1 Jun 2027 09:00:00 -0400
To: Families <all@oakhill.example>

Dear families,

- Tuesday 15 June: Summer concert in the hall, 2pm. Please arrive by 1.45pm.
- Friday 18 June: Sports day

Please return the trip permission slip by Thursday 10 June.
If your child would like to join the choir, please reply by 11 June.

Best wishes,
Mrs Patel`;

const subject = "June dates";

async function withLetter() {
  const { nora, family } = await newNora(mila);
  await nora.visit("/mail");
  nora.fill("Paste a mail", letter);
  await nora.press("Read it");
  return { nora, family };
}

test("a pasted mail becomes proposals, and the ticked ones become tasks, with Undo", async () => {
  const { nora } = await withLetter();
  expect(nora.text).toContain(`${subject} Oak Hill School`);
  expect(nora.text).toContain("4 things found");
  for (const words of [
    "Summer concert in the hall Kids · Tue, Jun 15, 2027, 2:00 PM",
    "Sports day Kids · Fri, Jun 18, 2027",
    "Return the trip permission slip Kids · Thu, Jun 10, 2027",
    "If your child would like to join the choir, reply Kids · Fri, Jun 11, 2027 · I'm not sure",
  ])
    expect(nora.text).toContain(words);
  await nora.press(`Add the ticked ones: ${subject}`);
  expect(nora.toast).toContain("Added 3");
  expect(nora.text).toContain("No mail waits for you.");
  await nora.visit("/family");
  expect(nora.text).toContain("Summer concert in the hall");
  await nora.follow("Sports day");
  expect(nora.text).toContain("From a school mail: Oak Hill School: June dates");
});

test("a mail that the other parent added meanwhile is not added again", async () => {
  const { nora, family } = await withLetter();
  const sam = browserOf(mila, await newSam(mila, family));
  await sam.visit("/mail");
  await nora.press(`Add the ticked ones: ${subject}`);
  await sam.press(`Add the ticked ones: ${subject}`);
  expect(sam.toast).toContain("Already added");
  await sam.visit("/family");
  expect(sam.text.match(/Summer concert in the hall/g)).toHaveLength(1);
});

test("Undo takes back all of a mail, and it waits again", async () => {
  const { nora } = await withLetter();
  await nora.press(`Add the ticked ones: ${subject}`);
  await nora.press("Undo");
  expect(nora.toast).toContain("3 tasks taken back");
  expect(nora.text).toContain("4 things found");
  await nora.press(`Add the ticked ones: ${subject}`);
  expect(nora.toast).toContain("Added 3");
});

test("a deleted mail is back when somebody pastes it again, with the tasks that it became", async () => {
  const { nora } = await withLetter();
  await nora.press(`Add the ticked ones: ${subject}`);
  await nora.visit("/mail");
  nora.unfold("Looked at (1)");
  nora.unfold(`More: ${subject}`);
  await nora.press(`Delete mail: ${subject}`);
  expect(nora.text).not.toContain("4 things found");
  nora.fill("Paste a mail", letter);
  await nora.press("Read it");
  expect(nora.toast).not.toContain("here already");
  expect(nora.text).toContain("4 things found");
  await nora.press(`Add the ticked ones: ${subject}`);
  expect(nora.toast).toContain("Nothing added");
});

test("the same mail is there once, and a household sees only its own", async () => {
  const { nora, family } = await withLetter();
  await nora.visit("/mail");
  nora.fill("Paste a mail", letter.replaceAll("\n", "\n\n"));
  await nora.press("Read it");
  expect(nora.toast).toContain("That mail is here already");
  const sam = browserOf(mila, await newSam(mila, family));
  await sam.visit("/dashboard");
  expect(sam.text).toContain("check school emails for sign-ups? 1 new mail");
  const { nora: stranger } = await newNora(mila);
  await stranger.visit("/mail");
  expect(stranger.text).not.toContain(subject);
});

test("an old Undo deletes nothing that the other parent has added or done since", async () => {
  const { nora, family } = await withLetter();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.press(`Not for us: ${subject}`);
  await sam.visit("/mail");
  sam.unfold("Looked at (1)");
  await sam.press(`Add the ticked ones: ${subject}`);
  await nora.press("Undo");
  expect(nora.toast).toContain("Nothing taken back");
  await nora.visit("/family");
  for (const title of ["Summer concert in the hall", "Sports day"])
    expect(nora.text).toContain(title);
});

test("Undo leaves a task that somebody has completed since", async () => {
  const { nora, family } = await withLetter();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.press(`Add the ticked ones: ${subject}`);
  await sam.visit("/dashboard");
  await sam.card("Sports day").press("Mark as complete");
  await nora.press("Undo");
  expect(nora.toast).toContain("2 tasks taken back");
  expect(nora.toast).toContain("Sports day: added or changed by somebody since");
});

test("a deleted mail can be pasted again, also after an older page's press", async () => {
  const { nora, family } = await withLetter();
  const sam = browserOf(mila, await newSam(mila, family));
  await sam.visit("/mail");
  nora.unfold(`More: ${subject}`);
  await nora.press(`Delete mail: ${subject}`);
  await expect(sam.press(`Not for us: ${subject}`)).rejects.toThrow("This is no longer there");
  nora.fill("Paste a mail", letter);
  await nora.press("Read it");
  expect(nora.text).toContain("4 things found");
});

test("a mail can be put away, and its words be deleted at once", async () => {
  const { nora } = await withLetter();
  await nora.press(`Not for us: ${subject}`);
  expect(nora.toast).toContain("Put away");
  await nora.press("Undo");
  expect(nora.toast).toContain("The mail is back");
  nora.unfold(`More: ${subject}`);
  await nora.press(`Delete mail: ${subject}`);
  expect(nora.toast).toContain("Mail deleted");
  expect(nora.text).not.toContain(subject);
});

test("after 30 days a mail is gone, but for where its tasks come from", async () => {
  const { nora, family } = await withLetter();
  await nora.press(`Add the ticked ones: ${subject}`);
  await nora.visit("/mail");
  nora.fill("Paste a mail", "Please return the blue form by 3 June 2041.");
  await nora.press("Read it");
  const mails = () =>
    mila.db
      .selectFrom("mails")
      .innerJoin("users", "users.id", "taken_by")
      .select(["state", "content"])
      .where("email", "=", family.email)
      .orderBy("taken_at")
      .execute();
  const before = await mails();
  expect(before.map(({ state }) => state)).toEqual(["added", "waiting"]);
  expect(JSON.stringify(before)).not.toContain("slip");
  const key = readSecrets(mila.dataFolder).encryption;
  await purgeMails(mila.db, key, laterBy(nowIso(), { hours: 24 * 29 }));
  expect(await mails()).toEqual(before);
  await purgeMails(mila.db, key, laterBy(nowIso(), { hours: 24 * 31 }));
  const [kept, ...others] = await mails();
  expect([kept!.state, others]).toEqual(["purged", []]);
  expect(kept!.content.length).toBeLessThan(before[0]!.content.length / 2);
  await nora.visit("/mail");
  expect(nora.text).not.toContain(subject);
  await nora.visit("/family");
  await nora.follow("Sports day");
  expect(nora.text).toContain("From a school mail: Oak Hill School: June dates");
});

test("an empty mail is refused beside the field", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/mail");
  nora.fill("Paste a mail", "  ");
  await nora.press("Read it", { status: 400 });
  expect(nora.text).toContain("Please paste a mail first");
});

test("a household takes 100 mails a day", async () => {
  const { nora, family } = await newNora(mila);
  const post = (number: number) =>
    family.post("/mail", { text: `Please return form ${number} by 3 June 2041.` });
  for (let number = 1; number <= 100; number += 1) expect((await post(number)).status).toBe(303);
  expect((await post(101)).status).toBe(429);
  await nora.visit("/mail");
  expect(nora.text).toContain("form 100");
});

test("a sender's mails are left out from now on, until somebody asks for them again", async () => {
  const { nora } = await withLetter();
  nora.unfold(`More: ${subject}`);
  await nora.press(`Never from this sender: ${subject}`);
  expect(nora.toast).toContain("I leave out mails from Oak Hill School now.");
  await nora.visit("/preferences/mail");
  expect(nora.text).toContain("office@oakhill.example Its mails are left out.");
  const { nora: stranger } = await newNora(mila);
  await stranger.visit("/preferences/mail");
  expect(stranger.text).not.toContain("oakhill");
  await nora.press("Ask me again: office@oakhill.example");
  expect(nora.text).not.toContain("oakhill");
});
