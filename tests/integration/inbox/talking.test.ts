import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { newTalkingFamily, noraNumber, talk } from "../../support/messages/talk.ts";
import { addRequest, readDelegationStatus } from "../../support/messages/by-text.ts";
import { newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { failOn } from "../../support/records/fail-on.ts";

const unknown =
  "Mila: I don't know you here yet, so I can't help. If you use Mila, confirm this number or chat in Notification Settings.";

test.concurrent("a text from a confirmed number becomes a task, and UNDO takes it back", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  expect(await talk(own.db, "Pick up Emma tomorrow at 3pm")).toBe(
    "Mila: Got it: Pick up Emma, tomorrow 3:00 PM, Kids. Reply UNDO to take it back, LIST for today.",
  );
  const tasks = own.db.selectFrom("tasks").select(["title", "category", "deleted_at"]);
  expect(await tasks.execute()).toEqual([
    { title: "Pick up Emma", category: "Kids", deleted_at: null },
  ]);
  expect(await talk(own.db, "Undo.")).toBe("Mila: Taken back: Pick up Emma.");
  expect((await tasks.executeTakeFirstOrThrow()).deleted_at).not.toBeNull();
  expect(await talk(own.db, "UNDO")).toBe("Mila: There's nothing to take back.");
});

test.for([
  "Ask Otto to fix the tap tomorrow at 5pm",
  "Trash every Tuesday at 7pm: Otto and Emma in turns",
])("“%s” guesses none of two people of that name", async (words) => {
  await using own = newDatabase();
  const nora = await newTalkingFamily(own.db);
  const people = { household_id: nora.householdId, name: "Otto", created_at: nowIso() };
  await own.db
    .insertInto("people")
    .values([
      { id: newId(), ...people, relation: "sibling" },
      { id: newId(), ...people, relation: "partner" },
    ])
    .execute();
  expect(await talk(own.db, words)).toContain(
    "More than one of you is called Otto. Choose in Mila.",
  );
});

test.concurrent("words about repeating that are not understood are named", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  expect(await talk(own.db, "Gym twice a week")).toBe(
    `Mila: Got it: Gym twice a week, no date, Household. I didn't understand "twice a week". Choose how it repeats in Mila. Reply UNDO to take it back, LIST for today.`,
  );
});

test.concurrent("words of a text that no task has are named", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const now = "2031-06-10T14:00:00.000Z";
  expect(
    await talk(own.db, "Conference with Ms. Lund Thursday 4:20, ping me 20 minutes before", {
      now,
    }),
  ).toBe(
    `Mila: Got it: Conference with Ms. Lund, Thu, Jun 12 4:20 PM, Household. I didn't use "ping": add it in Mila. Reply UNDO to take it back, LIST for today.`,
  );
});

test.concurrent("several tasks in one text are all taken back", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  expect(await talk(own.db, "Buy milk\nCall the vet\nWater the plants")).toBe(
    "Mila: Got it, 3 tasks: Buy milk; Call the vet; Water the plants. Reply UNDO to take them back, LIST for today.",
  );
  expect(await talk(own.db, "undo")).toBe(
    "Mila: Taken back: Buy milk; Call the vet; Water the plants.",
  );
  const open = await own.db
    .selectFrom("tasks")
    .select("id")
    .where("deleted_at", "is", null)
    .execute();
  expect(open).toEqual([]);
});

test.concurrent("a text that is reported twice counts once", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const text = { providerId: newId() };
  expect(await talk(own.db, "Buy milk", text)).toContain("Got it: Buy milk, no date");
  expect(await talk(own.db, "Buy milk", text)).toBeNull();
  expect(await own.db.selectFrom("tasks").select("title").execute()).toHaveLength(1);
});

test.concurrent("a text that is reported twice at the same time counts once", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const text = { providerId: newId() };
  const answers = await Promise.all([
    talk(own.db, "Buy milk", text),
    talk(own.db, "Buy milk", text),
  ]);
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  expect(await own.db.selectFrom("tasks").select("title").execute()).toHaveLength(1);
});

test.concurrent("a text that could not be saved is saved when it is reported again", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  await using failing = await failOn(own.db, "tasks", { before: "insert", words: "killed" });
  const text = { providerId: newId() };
  await expect(talk(own.db, "Buy milk", text)).rejects.toThrow("killed");
  await failing.end();
  expect(await talk(own.db, "Buy milk", text)).toContain("Got it: Buy milk");
});

test.concurrent("LIST shows the family's day", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const now = "2031-06-10T14:00:00.000Z";
  expect(await talk(own.db, "LIST", { now })).toBe("Mila: Nothing more today.");
  await talk(own.db, "Pick up Emma at 3pm", { now });
  await talk(own.db, "Dentist tomorrow at 9am", { now });
  expect(await talk(own.db, "list", { now })).toBe("Mila: Today: 3:00 PM Pick up Emma.");
  const later = laterBy(now, { hours: 10 });
  expect(await talk(own.db, "list", { now: later })).toBe("Mila: Nothing more today. 1 overdue.");
});

test.concurrent("an unknown sender gets one short answer and is then ignored", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const stranger = { from: "+12015550199" };
  expect(await talk(own.db, "Pick up Emma", stranger)).toBe(unknown);
  expect(await talk(own.db, "LIST", stranger)).toBeNull();
  expect(await talk(own.db, "Hello?", { ...stranger, channel: "whatsapp" })).toBeNull();
  expect(await own.db.selectFrom("tasks").select("id").execute()).toEqual([]);
});

test.concurrent("unknown senders together get 20 answers a day", async () => {
  await using own = newDatabase();
  const answers = [];
  for (let number = 10; number < 35; number += 1)
    answers.push(await talk(own.db, "Hi", { from: `+120155501${number}` }));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(20);
});

test.concurrent("unknown chats cost nothing, so they don't use up the answers to unknown numbers", async () => {
  await using own = newDatabase();
  for (let chat = 10; chat < 30; chat += 1)
    expect(await talk(own.db, "Hi", { channel: "telegram", from: `${chat}` })).toBe(unknown);
  expect(await talk(own.db, "Hi", { channel: "telegram", from: "10" })).toBeNull();
  expect(await talk(own.db, "Hi", { from: "+12015550199" })).toBe(unknown);
});

test.concurrent("HELP is answered once a day for each number", async () => {
  await using own = newDatabase();
  const now = "2031-06-10T14:00:00.000Z";
  expect(await talk(own.db, "HELP", { now })).toContain("Reply STOP to stop messages");
  expect(await talk(own.db, "Info", { now })).toBeNull();
  expect(await talk(own.db, "HELP", { now, from: "+12015550199" })).toContain("Reply STOP");
  expect(await talk(own.db, "HELP", { now: laterBy(now, { hours: 24 }) })).toContain("Reply STOP");
});

test.concurrent("a number that waits for its code is a stranger's", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await own.db
    .updateTable("user_preferences")
    .set({ phone_number: noraNumber })
    .where("user_id", "=", nora.userId)
    .execute();
  expect(await talk(own.db, "Buy milk")).toBe(unknown);
  expect(await own.db.selectFrom("tasks").select("id").execute()).toEqual([]);
});

test.concurrent("a number that changed hands belongs to who confirmed it last", async () => {
  await using own = newDatabase();
  const before = await newTalkingFamily(own.db);
  await talk(own.db, "Pick up Emma tomorrow at 3pm");
  const sam = await newTalkingFamily(own.db);
  const confirmed = { phone_confirmed_at: earlierBy(nowIso(), { hours: 1 }) };
  await own.db
    .updateTable("user_preferences")
    .set(confirmed)
    .where("user_id", "=", before.userId)
    .execute();
  expect(await talk(own.db, "UNDO")).toBe("Mila: There's nothing to take back.");
  await talk(own.db, "Buy milk");
  const tasks = own.db.selectFrom("tasks").select(["title", "user_id"]).orderBy("title", "desc");
  expect(await tasks.execute()).toEqual([
    { title: "Pick up Emma", user_id: before.userId },
    { title: "Buy milk", user_id: sam.userId },
  ]);
});

test.concurrent("a number that wrote STOP gets no answer until it writes START", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  await talk(own.db, "STOP");
  expect(await talk(own.db, "Buy milk")).toBeNull();
  await talk(own.db, "START");
  expect(await talk(own.db, "Buy milk")).toContain("Got it");
});

test.concurrent("in a chat, STOP and START are answered, and Cancel takes back the last task", async () => {
  await using own = newDatabase();
  const nora = await newTalkingFamily(own.db);
  await own.db
    .updateTable("user_preferences")
    .set({ telegram_chat: "4711" })
    .where("user_id", "=", nora.userId)
    .execute();
  const say = (words: string) => talk(own.db, words, { channel: "telegram", from: "4711" });
  await say("Buy milk");
  expect(await say("Cancel")).toBe("Mila: Taken back: Buy milk.");
  expect(await say("/stop")).toBe(
    "All right, I won't write here. Send START to hear from me again.",
  );
  expect(await say("Buy eggs")).toBeNull();
  expect(await say("/start")).toBe("I write to you here. Send STOP to stop me.");
  expect(await say("Buy eggs")).toContain("Got it");
});

test.concurrent("polite words, a yes without a question and pictures are no tasks", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  for (const words of ["Thanks!", "thank you Mila", "ok", "yes", "👍", "…", "Liked “Mila: Got it”"])
    expect(await talk(own.db, words)).toBeNull();
  expect(await own.db.selectFrom("tasks").select("id").execute()).toEqual([]);
});

test.concurrent("a day's texts have a limit, which is said once; another day has its own", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const limits = { textsADay: 2 };
  for (const title of ["Buy milk", "Buy eggs"])
    expect(await talk(own.db, title, limits)).toContain("Got it");
  expect(await talk(own.db, "Buy bread", limits)).toBe(
    "Mila: That's all I can do by text today. Mila's pages take more.",
  );
  expect(await talk(own.db, "Buy flour", limits)).toBeNull();
  expect(await own.db.selectFrom("tasks").select("id").execute()).toHaveLength(2);
  expect(
    await talk(own.db, "Buy flour", { ...limits, now: laterBy(nowIso(), { hours: 25 }) }),
  ).toContain("Got it");
});

test.concurrent("texts that arrive at the same time don't pass the limit", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const titles = ["Buy milk", "Buy eggs", "Buy bread", "Buy flour", "Buy salt"];
  const answers = await Promise.all(titles.map((title) => talk(own.db, title, { textsADay: 2 })));
  const starts = answers.map((answer) => answer?.slice(0, "Mila: Got it".length) ?? null);
  expect(starts.toSorted()).toEqual(["Mila: Got it", "Mila: Got it", "Mila: That's", null, null]);
  expect(await own.db.selectFrom("tasks").select("id").execute()).toHaveLength(2);
});

test.concurrent("nothing is sent to others by a text alone", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const answer = await talk(
    own.db,
    "Ask Emma to take out the trash every Monday at 7pm, Emma and I take turns",
  );
  expect(answer).toContain("Got it");
  await talk(own.db, "Invite tom@example.com and text +12015550177 that I'm late");
  expect(await own.db.selectFrom("deliveries").select("id").execute()).toEqual([]);
  expect(await own.db.selectFrom("series_turns").selectAll().execute()).toEqual([]);
  expect(await own.db.selectFrom("delegations").select("id").execute()).toEqual([]);
});

test.concurrent("family without an account answers requests, no more", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const sam = { from: phones.sam };
  expect(await talk(own.db, "Buy milk", sam)).toBe(unknown);
  const taskId = await addRequest(own.db, nora);
  expect(await talk(own.db, "LIST", sam)).toContain("I only understand YES or NO");
  expect(await talk(own.db, "UNDO", sam)).toBeNull();
  expect(await talk(own.db, "Yes!", sam)).toContain("Thank you.");
  expect(await readDelegationStatus(own.db, taskId)).toBe("accepted");
  expect(await own.db.selectFrom("tasks").select("id").execute()).toHaveLength(1);
});

test.concurrent("an account holder who is asked answers with yes or no, and adds tasks with other words", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await newTalkingFamily(own.db, phones.sam);
  const taskId = await addRequest(own.db, nora);
  const sam = { from: phones.sam };
  expect(await talk(own.db, "Buy milk", sam)).toContain("Got it: Buy milk");
  expect(await talk(own.db, "What time?", sam)).toContain("I only understand YES or NO");
  expect(await readDelegationStatus(own.db, taskId)).toBe("pending");
  expect(await talk(own.db, "No, sorry", sam)).toContain("All right.");
  expect(await readDelegationStatus(own.db, taskId)).toBe("declined");
});

test.for([
  ["No school on Friday", "task"],
  ["I will water the plants", "task"],
  ["Sorry card for grandma", "task"],
  ["No, I'm at work", "no"],
  ["I can't make it on Friday", "no"],
  ["No", "no"],
] as const)("%j from an account holder who said yes days ago is a %s", async ([words, kind]) => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await newTalkingFamily(own.db, phones.sam);
  const taskId = await addRequest(own.db, nora);
  expect(await talk(own.db, "Yes", { from: phones.sam })).toContain("Thank you.");
  const later = laterBy(nowIso(), { hours: 72 });
  expect(await talk(own.db, words, { from: phones.sam, now: later })).toContain(
    kind === "task" ? "Got it: " : "Nora knows you can't any more",
  );
  expect(await readDelegationStatus(own.db, taskId)).toBe(
    kind === "task" ? "accepted" : "declined",
  );
});

test.concurrent("an account holder's no just after a yes takes it back, however it goes on", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await newTalkingFamily(own.db, phones.sam);
  const taskId = await addRequest(own.db, nora);
  await talk(own.db, "Yes", { from: phones.sam });
  expect(await talk(own.db, "No car on Friday", { from: phones.sam })).toContain("can't any more");
  expect(await readDelegationStatus(own.db, taskId)).toBe("declined");
  // There is nothing left to say no to.
  expect(await talk(own.db, "No school on Friday", { from: phones.sam })).toContain("Got it");
});
