import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { talk } from "../../support/messages/talk.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";

/** A Tuesday at 10 AM in New York. */
const now = "2031-06-10T14:00:00.000Z";

/** Nora texts, and Bob has an account in her household, which has Sam, Alex and Emma too. */
async function couple() {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const say = (words: string, at = now) => talk(db, words, { from: phones.nora, now: at });
  const add = async (words: string, at = now) => {
    expect(await say(words, at)).toContain("Got it");
    return (
      await db.selectFrom("tasks").select("id").orderBy("id", "desc").executeTakeFirstOrThrow()
    ).id;
  };
  const read = (id: string) =>
    db
      .selectFrom("tasks")
      .select(["due_local", "is_completed", "deleted_at", "assignee_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const count = async () => (await db.selectFrom("tasks").select("id").execute()).length;
  const home = { db, nora, bob, say, add, read, count };
  return { ...home, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

test.concurrent.for([
  ["move dentist to Friday", "Moved: Dentist, Fri, Jun 13 4:00 PM.", "2031-06-13T16:00"],
  ["push the dentist back an hour", "Moved: Dentist, Thu, Jun 12 5:00 PM.", "2031-06-12T17:00"],
  ["dentist is at 5 now", "Moved: Dentist, Thu, Jun 12 5:00 PM.", "2031-06-12T17:00"],
  ["move the dentist to tomorrow at 9am", "Moved: Dentist, tomorrow 9:00 AM.", "2031-06-11T09:00"],
] as const)("“%s” moves the task, and UNDO moves it back", async ([words, answer, local]) => {
  await using home = await couple();
  const id = await home.add("Dentist on Thursday at 4pm");
  expect(await home.say(words)).toBe(`Mila: ${answer} Reply UNDO to take it back.`);
  expect((await home.read(id)).due_local).toBe(local);
  expect(await home.say("UNDO")).toBe("Mila: Taken back: Dentist.");
  expect((await home.read(id)).due_local).toBe("2031-06-12T16:00");
  expect(await home.count()).toBe(1);
});

test.concurrent("a task without a date gets one, and loses it by UNDO", async () => {
  await using home = await couple();
  const id = await home.add("Haircut");
  expect(await home.say("push haircut back an hour")).toBe(
    "Mila: I didn't understand the new time. Try: move piano to Friday at 4.",
  );
  expect(await home.say("move haircut to Friday at 4pm")).toContain("Moved: Haircut, Fri, Jun 13");
  expect(await home.say("UNDO")).toBe("Mila: Taken back: Haircut.");
  expect((await home.read(id)).due_local).toBeNull();
});

test.concurrent("what somebody else moved since is not moved back", async () => {
  await using home = await couple();
  const id = await home.add("Dentist on Thursday at 4pm");
  await home.say("move dentist to Friday");
  await setDueDate(home.db, home.bob, id, "2031-06-16T09:00", "America/New_York");
  expect(await home.say("UNDO")).toBe(
    "Mila: Nothing changed. Bob moved this to Mon, Jun 16 at 9:00 AM: Dentist.",
  );
  expect((await home.read(id)).due_local).toBe("2031-06-16T09:00");
});

test.concurrent("a day later, nothing is taken back", async () => {
  await using home = await couple();
  await home.add("Dentist on Thursday at 4pm");
  await home.say("move dentist to Friday");
  expect(await home.say("UNDO", laterBy(now, { hours: 25 }))).toBe(
    "Mila: There's nothing to take back.",
  );
});

test.concurrent("cancelling skips one date of a series, and UNDO brings it back", async () => {
  await using home = await couple();
  const id = await home.add("Piano every Thursday at 5pm");
  expect(await home.say("cancel piano on Thursday")).toMatch(
    /^Mila: Skipped this time: Piano\. The next one is on Thu, Jun 19.*\. Reply UNDO to take it back\.$/,
  );
  expect((await home.read(id)).deleted_at).not.toBeNull();
  expect(await home.say("undo")).toBe("Mila: Open again: Piano.");
  expect((await home.read(id)).deleted_at).toBeNull();
});

test.concurrent("cancelling a single task deletes it, and UNDO restores it", async () => {
  await using home = await couple();
  const id = await home.add("Sleepover on Friday at 6pm");
  expect(await home.say("Cancel the sleepover")).toBe(
    "Mila: Deleted: Sleepover. Reply UNDO to take it back.",
  );
  expect((await home.read(id)).deleted_at).not.toBeNull();
  expect(await home.say("undo")).toBe("Mila: Open again: Sleepover.");
  expect((await home.read(id)).deleted_at).toBeNull();
});

test.concurrent("a whole series is deleted only after a YES", async () => {
  await using home = await couple();
  await home.add("Piano every Thursday at 5pm");
  expect(await home.say("delete piano")).toBe(
    'Mila: Delete "Piano" and all that follow? Reply YES or NO.',
  );
  expect(await home.say("2")).toBe('Mila: Delete "Piano" and all that follow? Reply YES or NO.');
  expect(await home.say("no")).toBe("Mila: All right, nothing changed.");
  expect(await home.say("yes")).toBeNull();
  await home.say("delete piano");
  expect(await home.say("Yes!")).toBe("Mila: Deleted: Piano. Reply UNDO to take it back.");
  expect(await home.say("when is piano?")).toBe('Mila: I found nothing open about "piano".');
});

test.concurrent.for(["the trash is done", "I already took out the trash", "done with the trash"])(
  "“%s” ticks it, and UNDO opens it again",
  async (words) => {
    await using home = await couple();
    const id = await home.add("Trash tomorrow at 7pm");
    expect(await home.say(words)).toBe("Mila: Done: Trash. Reply UNDO to take it back.");
    expect((await home.read(id)).is_completed).toBe(1);
    expect(await home.say("UNDO")).toBe("Mila: Open again: Trash.");
    expect((await home.read(id)).is_completed).toBe(0);
  },
);

test.concurrent("a task is given to somebody else only after a YES", async () => {
  await using home = await couple();
  const id = await home.add("Oil change on Friday");
  expect(await home.say("Sam takes the oil change")).toBe(
    'Mila: Give "Oil change" to Sam? Reply YES or NO.',
  );
  expect((await home.read(id)).assignee_id).toBeNull();
  expect(await home.say("yes")).toBe(
    "Mila: Sam has it now: Oil change. I haven't told Sam. Reply UNDO to take it back.",
  );
  expect((await home.read(id)).assignee_id).toBe(home.nora.sam);
  expect(await home.say("undo")).toBe("Mila: Taken back: Oil change.");
  expect((await home.read(id)).assignee_id).toBeNull();
});

test.concurrent("someone who said yes hears of a move only after a YES", async () => {
  await using home = await couple();
  const id = await home.add("Dentist on Thursday at 4pm");
  await sendRequest(home.db, home.nora, id);
  expect(await textMila(home.db, "yes")).toContain("Dentist");
  expect(await home.say("move dentist to Friday")).toBe(
    'Mila: Move "Dentist" to Fri, Jun 13 at 4:00 PM? Sam hears of it. Reply YES or NO.',
  );
  expect((await home.read(id)).due_local).toBe("2031-06-12T16:00");
  expect(await home.say("yes")).toContain("Moved: Dentist, Fri, Jun 13 4:00 PM.");
});

test.concurrent("where two fit, Mila asks which, and takes the number", async () => {
  await using home = await couple();
  const first = await home.add("Piano on Wednesday at 5pm");
  const second = await home.add("Piano on Friday at 5pm");
  const which =
    "Mila: Which one? 1: Piano, tomorrow 5:00 PM; 2: Piano, Fri, Jun 13 5:00 PM. Reply 1 or 2.";
  expect(await home.say("cancel piano")).toBe(which);
  expect(await home.say("3")).toBe(which);
  expect(await home.say("2")).toBe("Mila: Deleted: Piano. Reply UNDO to take it back.");
  expect([(await home.read(first)).deleted_at, (await home.read(second)).deleted_at]).toEqual([
    null,
    expect.any(String),
  ]);
  // The number counts once.
  expect(await home.say("1")).toBeNull();
  expect((await home.read(first)).deleted_at).toBeNull();
});

test.concurrent.for([
  ["did", "completed", completeTask],
  ["deleted", "deleted", deleteTask],
] as const)(
  "the one of two that somebody %s meanwhile is not changed, and Mila says so",
  async ([, words, end]) => {
    await using home = await couple();
    await home.add("Piano on Wednesday at 5pm");
    const id = await home.add("Piano on Friday at 5pm");
    await home.say("move piano to Saturday");
    await end(home.db, home.bob, id);
    expect(await home.say("2")).toContain(`Mila: Nothing changed: Bob ${words} "Piano" `);
    expect((await home.read(id)).due_local).toBe("2031-06-13T17:00");
  },
);

test.concurrent("a number that is reported twice, or comes twice at once, counts once", async () => {
  await using home = await couple();
  await home.add("Piano on Wednesday at 5pm");
  await home.add("Piano on Friday at 5pm");
  await home.say("push piano back an hour");
  const answers = await Promise.all([home.say("1"), home.say("1")]);
  expect(answers.filter((answer) => answer !== null)).toEqual([
    "Mila: Moved: Piano, tomorrow 6:00 PM. Reply UNDO to take it back.",
  ]);
  await home.say("push piano back an hour");
  const text = { providerId: newId(), from: phones.nora, now };
  expect(await talk(home.db, "1", text)).toContain("Moved: Piano, tomorrow 7:00 PM");
  expect(await talk(home.db, "1", text)).toBeNull();
});

test.concurrent("an answer counts for two days, and only until something else was written", async () => {
  await using home = await couple();
  await home.add("Piano every Thursday at 5pm");
  await home.say("delete piano");
  expect(await home.say("yes", laterBy(now, { hours: 49 }))).toBe(
    "Mila: I asked that too long ago. Please write me again what you need.",
  );
  await home.say("delete piano");
  await home.say("list");
  expect(await home.say("yes")).toBeNull();
  expect(await home.say("when is piano?")).toContain("Piano: Thu, Jun 12");
});

test.concurrent("an answer counts only where Mila asked", async () => {
  await using home = await couple();
  const { db, nora } = home;
  const id = await home.add("Piano every Thursday at 5pm");
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: "4711" })
    .where("user_id", "=", nora.userId)
    .execute();
  await home.say("delete piano");
  expect(await talk(db, "yes", { channel: "telegram", from: "4711", now })).toBeNull();
  expect((await home.read(id)).deleted_at).toBeNull();
  expect(await home.say("yes")).toContain("Deleted: Piano");
});

test.concurrent("a request that comes after Mila's question is what YES answers", async () => {
  await using home = await couple();
  const id = await home.add("Piano every Thursday at 5pm", nowIso());
  const other = await newAskingFamily(home.db);
  const { db } = home;
  await db.updateTable("people").set({ phone: phones.nora }).where("id", "=", other.sam).execute();
  await db
    .updateTable("user_preferences")
    .set({ phone_number: "+12015550188" })
    .where("user_id", "=", other.userId)
    .execute();
  expect(await home.say("delete piano", nowIso())).toContain("Reply YES or NO");
  await sendRequest(db, other, await newTask(db, other, "Pick up Theo"));
  expect(await home.say("yes", laterBy(nowIso(), { seconds: 5 }))).toContain("Pick up Theo");
  expect((await home.read(id)).deleted_at).toBeNull();
});

test.concurrent("“cancel soccer this week” means the one of this week", async () => {
  await using home = await couple();
  const next = await home.add("Soccer on June 18 at 5pm");
  const first = await home.add("Soccer on Friday at 5pm");
  expect(await home.say("cancel soccer this week")).toContain("Deleted: Soccer");
  expect((await home.read(first)).deleted_at).not.toBeNull();
  expect((await home.read(next)).deleted_at).toBeNull();
});

test.concurrent("a change of nothing that exists is offered as a task", async () => {
  await using home = await couple();
  expect(await home.say("cancel piano on Thursday")).toBe(
    'Mila: I found no open task "piano" on Thu, Jun 12. Reply YES to add your words as a task.',
  );
  expect(await home.count()).toBe(0);
  expect(await home.say("yes")).toContain("Got it: Cancel piano");
  expect(await home.say("UNDO")).toBe("Mila: Taken back: Cancel piano.");
});

test.concurrent("“cancel Netflix” is a task, unless one of its name is there", async () => {
  await using home = await couple();
  const added = await home.add("Cancel Netflix");
  expect((await home.read(added)).deleted_at).toBeNull();
  const paid = await home.add("Pay for Hulu on Friday");
  expect(await home.say("cancel Hulu")).toBe(
    'Mila: Delete "Pay for Hulu"? Reply YES, or NO to add your words as a task.',
  );
  expect(await home.say("no")).toContain("Got it: Cancel Hulu");
  expect((await home.read(paid)).deleted_at).toBeNull();
  expect(await home.count()).toBe(3);
});

test.concurrent("whoever has left changes nothing there, and a late answer neither", async () => {
  await using home = await couple();
  const id = await home.add("Piano every Thursday at 5pm");
  const text = (words: string) => talk(home.db, words, { from: bobsPhone, now });
  expect(await text("delete piano")).toContain("Reply YES or NO");
  expect(await leaveHousehold(home.db, home.bob, home.bob.membershipId)).toBe("done");
  expect(await text("yes")).toBe("Mila: That task is no longer open.");
  expect(await text("cancel piano")).toContain('I found no open task "piano"');
  expect((await home.read(id)).deleted_at).toBeNull();
});

test.concurrent("a child with an account gets what they are told to do", async () => {
  await using home = await couple();
  const { db, bob } = home;
  const child = { relation: "child", name: "Leo" } as const;
  await db.updateTable("people").set(child).where("user_id", "=", bob.userId).execute();
  const id = await home.add("Tell Leo to clean his room tomorrow");
  const leo = await db
    .selectFrom("people")
    .select("id")
    .where("user_id", "=", bob.userId)
    .executeTakeFirstOrThrow();
  expect((await home.read(id)).assignee_id).toBe(leo.id);
});

test("YES to a move changes nothing if somebody else has moved the task since the question", async () => {
  await using home = await couple();
  const { db, nora, bob } = home;
  const id = await home.add("Dentist on Thursday at 4pm");
  await sendRequest(db, nora, id);
  expect(await home.say("push the dentist back an hour")).toContain("Reply YES or NO.");
  await setDueDate(db, bob, id, "2031-06-14T16:00", nora.timeZone);
  expect(await home.say("yes")).toBe(
    "Mila: Nothing changed, Bob moved this to Sat, Jun 14 at 4:00 PM: Dentist.",
  );
  expect((await home.read(id)).due_local).toBe("2031-06-14T16:00");
});

test.concurrent.for([
  ["ben sick, cancel piano on Thursday", "Deleted: Piano."],
  ["Emma has a cold so skip piano on thursday", "Deleted: Piano."],
  ["I'm stuck at work, push piano to 6pm", "Moved: Piano, Thu, Jun 12 6:00 PM."],
  ["move piano from Thursday to Saturday", "Moved: Piano, Sat, Jun 14 4:00 PM."],
  ["swap piano to friday", "Moved: Piano, Fri, Jun 13 4:00 PM."],
  ["the piano tuner came today", "Done: Piano tuner."],
] as const)("“%s” is understood by text, and UNDO takes it back", async ([words, answer]) => {
  await using home = await couple();
  const ids = [await home.add("Piano on Thursday at 4pm"), await home.add("Piano tuner tomorrow")];
  const before = await Promise.all(ids.map(home.read));
  expect(await home.say(words)).toBe(`Mila: ${answer} Reply UNDO to take it back.`);
  expect(await Promise.all(ids.map(home.read))).not.toEqual(before);
  expect(await home.say("oops undo that last one")).toMatch(
    /^Mila: (Taken back|Open again): Piano/,
  );
  expect(await Promise.all(ids.map(home.read))).toEqual(before);
});

test.concurrent("“I'll take the trash” by text gives the task to the writer at once", async () => {
  await using home = await couple();
  const id = await home.add("Trash on Thursday at 7pm");
  expect(await home.say("I'll take the trash")).toMatch(/^Mila: You have it now: Trash\./);
  const { assignee_id } = await home.read(id);
  const { user_id } = await home.db
    .selectFrom("people")
    .select("user_id")
    .where("id", "=", assignee_id!)
    .executeTakeFirstOrThrow();
  expect(user_id).toBe(home.nora.userId);
});
