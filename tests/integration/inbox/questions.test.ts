import { sql } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { lastRequestQuery } from "#app/domain/inbox/chat-requests.server.ts";
import { addRequest } from "../../support/messages/by-text.ts";
import { newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** A Tuesday at 10 AM in New York. */
const now = "2031-06-10T14:00:00.000Z";

/** Nora, whose family has Sam, Alex and Emma, adds tasks by text and asks. */
async function nora() {
  const own = newDatabase();
  const family = await newAskingFamily(own.db);
  const say = (words: string, at = now) => talk(own.db, words, { from: phones.nora, now: at });
  for (const task of [
    "Dentist for Emma on Thursday at 4:30pm",
    "Piano on Wednesday at 5pm",
    "Ask Sam to take out the trash tomorrow at 7pm",
    "Order stamps",
  ])
    expect(await say(task)).toContain("Got it");
  return { ...own, family, say, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

test.concurrent("a question by text is answered and becomes no task", async () => {
  await using home = await nora();
  const answers = {
    "When is the dentist appointment?": "Mila: Dentist for Emma: Thu, Jun 12 4:30 PM.",
    "when is emma's dentist": "Mila: Dentist for Emma: Thu, Jun 12 4:30 PM.",
    "Who has the trash": "Mila: Take out the trash: tomorrow 7:00 PM. Sam has it.",
    "who has piano tomorrow?": "Mila: Piano: tomorrow 5:00 PM. Nobody has it yet.",
    "What's on tomorrow?":
      "Mila: 2 tasks: tomorrow 5:00 PM Piano; tomorrow 7:00 PM Take out the trash (Sam).",
    "What does Sam have to do this week?":
      "Mila: Take out the trash: tomorrow 7:00 PM. Sam has it.",
    "where is that thing about the stamps": "Mila: Order stamps: no date.",
    "What do we have on Saturday?": "Mila: I found nothing open on Sat, Jun 14.",
    "What do we have this week?":
      "Mila: 3 tasks: tomorrow 5:00 PM Piano; tomorrow 7:00 PM Take out the trash (Sam); Thu, Jun 12 4:30 PM Dentist for Emma.",
    "What do we have next week?": "Mila: I found nothing open from Sun, Jun 15 to Sat, Jun 21.",
    "when is the recital?": 'Mila: I found nothing open about "recital".',
  };
  for (const [asked, answer] of Object.entries(answers))
    expect([asked, await home.say(asked)]).toEqual([asked, answer]);
  expect(await home.db.selectFrom("tasks").select("title").execute()).toHaveLength(4);
});

test.concurrent("who has several is answered for each", async () => {
  await using home = await nora();
  expect(await home.say("Piano on Friday at 5pm")).toContain("Got it");
  expect(await home.say("Who has piano?")).toMatch(
    /^Mila: 2 tasks: tomorrow 5:00 PM Piano \(nobody yet\); Fri, .* Piano \(nobody yet\)\.$/,
  );
});

test.concurrent("dates of a repeating task that are not open yet are answered too", async () => {
  await using home = await nora();
  expect(await home.say("Ask Sam to water the plants every Saturday at 9am")).toContain("Got it");
  const answers = {
    "What do we have next week?": "Mila: Water the plants: Sat, Jun 21 9:00 AM. Sam has it.",
    "What does Sam have on June 28?": "Mila: Water the plants: Sat, Jun 28 9:00 AM. Sam has it.",
    "What does Emma have on June 28?": "Mila: I found nothing open on Sat, Jun 28.",
  };
  for (const [asked, answer] of Object.entries(answers))
    expect([asked, await home.say(asked)]).toEqual([asked, answer]);
});

test.concurrent("a task's note is part of the answer", async () => {
  await using home = await nora();
  await home.db
    .updateTable("tasks")
    .set({ description: "The form is in the blue folder" })
    .where("title", "=", "Dentist for Emma")
    .execute();
  expect(await home.say("where is the dentist")).toBe(
    "Mila: Dentist for Emma: Thu, Jun 12 4:30 PM. The form is in the blue folder",
  );
});

test.concurrent("200 tasks that fit are counted, and the first are named", async () => {
  await using home = await nora();
  const piano = await home.db
    .selectFrom("tasks")
    .selectAll()
    .where("title", "=", "Piano")
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: 199 }, (_, index) => ({
    ...piano,
    id: `copy-${index}`,
    request_id: null,
  }));
  for (const copy of copies) await home.db.insertInto("tasks").values(copy).execute();
  const answer = await home.say("When is piano?");
  expect(answer).toMatch(/^Mila: 200 tasks: tomorrow 5:00 PM Piano; .* and 196 more\.$/);
  expect(answer!.length).toBeLessThanOrEqual(306);
  expect(await home.say("cancel piano")).toBe(
    "Mila: 200 tasks fit: Piano. Please write more of its name, or its day.",
  );
});

test.concurrent("what was done lately is known to be done", async () => {
  await using home = await nora();
  await home.say("Pay the gas bill on Friday", nowIso());
  expect(await home.say("I already paid the gas bill", nowIso())).toContain("Done: Pay");
  expect(await home.say("Is the gas bill paid?", nowIso())).toBe(
    "Mila: Pay the gas bill: You completed this a moment ago.",
  );
});

test.concurrent("what is overdue and what was done are answered by text", async () => {
  await using home = await nora();
  expect(await home.say("what's overdue?")).toBe("Mila: Nothing is overdue.");
  const thursday = "2031-06-12T22:00:00.000Z";
  expect(await home.say("what's overdue?", thursday)).toBe(
    "Mila: 3 overdue: yesterday 5:00 PM Piano; yesterday 7:00 PM Take out the trash (Sam); today 4:30 PM Dentist for Emma.",
  );
  expect(await home.say("what did we do today", nowIso())).toBe(
    "Mila: I found nothing done today.",
  );
  await home.say("order stamps is done", nowIso());
  expect(await home.say("what did we do today", nowIso())).toBe(
    "Mila: Done today: Order stamps (Nora).",
  );
});

test.concurrent("another household's tasks are not found", async () => {
  await using home = await nora();
  await newTalkingFamily(home.db, "+12015550177");
  expect(await talk(home.db, "When is piano?", { from: "+12015550177", now })).toBe(
    'Mila: I found nothing open about "piano".',
  );
});

test.concurrent("someone with an account who was asked something may ask Mila before they answer", async () => {
  await using home = await nora();
  const sam = await newTalkingFamily(home.db, phones.sam);
  await addRequest(home.db, home.family, "Pick up Emma");
  const text = (words: string) => talk(home.db, words, { from: phones.sam, now });
  expect(await text("Vet on Friday at 3pm")).toContain("Got it: Vet");
  expect(await text("When is the vet?")).toBe("Mila: Vet: Fri, Jun 13 3:00 PM.");
  expect(sam.householdId).not.toBe(home.family.householdId);
  expect(await text("Yes")).toContain("Pick up Emma");
});

test.concurrent("a question by a chat is answered, and counts for the day's limit by text", async () => {
  await using home = await nora();
  await home.db.updateTable("user_preferences").set({ telegram_chat: "4711" }).execute();
  expect(await talk(home.db, "When is piano?", { channel: "telegram", from: "4711", now })).toBe(
    "Mila: Piano: tomorrow 5:00 PM.",
  );
  const limited = (at: string) =>
    talk(home.db, "When is piano?", { from: phones.nora, now: at, textsADay: 5 });
  expect(await limited(now)).toBe("Mila: Piano: tomorrow 5:00 PM.");
  expect(await limited(laterBy(now, { minutes: 1 }))).toBe(
    "Mila: That's all I can do by text today. Mila's pages take more.",
  );
  expect(await limited(laterBy(now, { minutes: 2 }))).toBeNull();
});

test.skipIf(skippedOnPostgres.plans)("what Mila asked last is found by an index", async () => {
  await using own = newDatabase();
  const plan = await lastRequestQuery(own.db, "any").explain(undefined, sql`query plan`);
  expect(JSON.stringify(plan)).toContain("chat_requests_of_user (user_id=?)");
});
