import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { answersQuery } from "#app/domain/delegation/views/answers.server.ts";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { tasksDueQuery } from "#app/domain/tasks/find-tasks.server.ts";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import { sendRequest, newAskingFamily, newTask } from "../../support/messages/delegation.ts";
import { talk } from "../../support/messages/talk.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { now, prepare } from "../../support/product/prepare.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function addTask(
  db: Kysely<Database>,
  family: TestFamily,
  title: string,
  local: string,
  more = {},
) {
  const { userId, householdId, timeZone } = family;
  const task = {
    id: newId(),
    household_id: householdId,
    user_id: userId,
    title,
    category: "Kids" as const,
  };
  await db
    .insertInto("tasks")
    .values({ ...task, created_at: now, ...dueColumns(local, timeZone), ...more })
    .execute();
}

const summaryOf = (family: TestFamily, channel: Channel = "email") => ({
  kind: "daily_summary" as const,
  channel,
  userId: family.userId,
  subjectId: "2026-11-21",
});

const set = (db: Kysely<Database>, family: TestFamily, preferences: object) =>
  db
    .updateTable("user_preferences")
    .set({ daily_summary_enabled: 1, ...preferences })
    .where("user_id", "=", family.userId)
    .execute();

test("a summary lists the household's overdue tasks, today's, and those of the next seven days", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Dan: "spouse" });
  const other = await newFamily(own.db, {}, "Asia/Tokyo");
  for (const one of [family, other]) await set(own.db, one, {});
  const dan = await own.db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Dan")
    .executeTakeFirstOrThrow();
  await addTask(own.db, family, "Overdue", "2026-11-20T09:00");
  await addTask(own.db, family, "Just missed", "2026-11-21T06:59");
  await addTask(own.db, family, "Tonight", "2026-11-21T23:59", {
    delegated_to: dan.id,
    delegation_status: "accepted",
  });
  await addTask(own.db, family, "Tomorrow", "2026-11-22T00:00");
  await addTask(own.db, family, "In a week", "2026-11-28T23:59");
  await addTask(own.db, family, "Later", "2026-11-29T00:00");
  await addTask(own.db, family, "Done", "2026-11-21T20:00", { is_completed: 1 });
  await addTask(own.db, family, "Deleted", "2026-11-21T20:00", { deleted_at: now });
  await addTask(own.db, other, "In Tokyo", "2026-11-22T08:00");
  const [ours, theirs] = await prepare(own.db, [summaryOf(family), summaryOf(other)]);
  expect(ours).toMatchObject({
    to: `${family.userId}@example.com`,
    message: {
      email: {
        body: [
          { heading: "Overdue" },
          ["Overdue, yesterday at 9:00 AM", "Just missed, 6:59 AM"],
          { heading: "Today" },
          ["Tonight, 11:59 PM (Dan is on it)"],
          { heading: "Coming up" },
          ["Tomorrow, tomorrow at 12:00 AM", "In a week, Sat, Nov 28 at 11:59 PM"],
        ],
      },
    },
  });
  // 12:00 UTC is 21:00 there.
  expect(theirs).toMatchObject({
    message: { email: { body: [{ heading: "Coming up" }, ["In Tokyo, tomorrow at 8:00 AM"]] } },
  });
});

test("a summary says whose each task is, and begins with the reader's own", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Dan: "spouse", Emma: "child" });
  await set(own.db, family, { ...confirmedPhone("+15550100001"), sms_enabled: 1 });
  const idOf = async (name: string) =>
    (
      await own.db
        .selectFrom("people")
        .select("id")
        .where("name", "=", name)
        .executeTakeFirstOrThrow()
    ).id;
  const [reader, dan, emma] = [await idOf(family.userId), await idOf("Dan"), await idOf("Emma")];
  await addTask(own.db, family, "Trash", "2026-11-21T18:00");
  await addTask(own.db, family, "Oil change", "2026-11-21T19:00", { assignee_id: dan });
  for (let errand = 10; errand < 22; errand += 1)
    await addTask(own.db, family, `Errand ${errand}`, "2026-11-21T19:30", {
      assignee_name: "Grandma",
    });
  await addTask(own.db, family, "Dentist", "2026-11-21T20:00", {
    assignee_id: reader,
    about_id: emma,
  });
  await addTask(own.db, family, "Pick up Emma", "2026-11-22T15:00", {
    about_id: emma,
    assignee_id: dan,
    delegated_to: dan,
    delegation_status: "accepted",
  });
  const [email, text] = await prepare(own.db, [summaryOf(family), summaryOf(family, "sms")]);
  const others = Array.from({ length: 9 }, (_, index) => `Errand ${index + 10}, 7:30 PM (Grandma)`);
  expect(email).toMatchObject({
    message: {
      email: {
        body: [
          { heading: "Today" },
          [
            "Dentist for Emma, 8:00 PM (yours)",
            "Trash, 6:00 PM",
            "Oil change, 7:00 PM (Dan)",
            ...others,
            "And 3 more",
          ],
          { heading: "Coming up" },
          ["Pick up Emma, tomorrow at 3:00 PM (Dan is on it)"],
        ],
      },
    },
  });
  expect(text).toMatchObject({
    message: {
      text: expect.stringContaining(
        "Today: Dentist for Emma 8:00 PM (yours), Trash 6:00 PM and 13 more. 1 coming up.",
      ),
    },
  });
});

test.skipIf(skippedOnPostgres.plans)(
  "a summary and LIST count thousands of tasks, and read only the first",
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    await set(own.db, family, { telegram_chat: "4711" });
    for (const [day, count] of [
      ["2026-11-20", 30],
      ["2026-11-21", 40],
      ["2026-11-24", 50],
    ] as const)
      for (let task = 0; task < count; task += 1)
        await addTask(own.db, family, `Errand ${task}`, `${day}T23:00`);
    const messages: unknown[] = [];
    const queries = await captureQueries(own.db, async (db) => {
      messages.push(...(await prepare(db, [summaryOf(family)])));
      messages.push(await talk(db, "LIST", { channel: "telegram", from: "4711", now }));
    });
    const more = (lines: number) =>
      Array.from({ length: lines }, () => expect.any(String) as string);
    expect(messages).toMatchObject([
      {
        message: {
          email: {
            subject: "Today: 40 tasks, 30 overdue",
            body: [
              { heading: "Overdue" },
              [...more(12), "And 18 more"],
              { heading: "Today" },
              [...more(12), "And 28 more"],
              { heading: "Coming up" },
              [...more(12), "And 38 more"],
            ],
          },
        },
      },
      expect.stringMatching(/; and 36 more\. 30 overdue\.$/),
    ]);
    const reads = queries.filter(({ sql: text }) => /^select .* from "tasks"/.test(text));
    expect(reads.length).toBeGreaterThan(5);
    for (const read of reads)
      expect((await own.db.executeQuery(read)).rows.length).toBeLessThanOrEqual(12);
    const plan = await tasksDueQuery(own.db, family.householdId, { from: now, before: now })
      .select("id")
      .orderBy("due_date")
      .explain(undefined, sql`query plan`);
    expect(JSON.stringify(plan)).toContain(
      "tasks_by_due_date (household_id=? AND due_date>? AND due_date<?)",
    );
  },
);

test("an empty or unwanted summary is not sent", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await set(own.db, family, {});
  expect(await prepare(own.db, [summaryOf(family)])).toEqual([{ cancelled: "nothing_to_say" }]);
  await addTask(own.db, family, "Tonight", "2026-11-21T20:00");
  expect(await prepare(own.db, [summaryOf(family, "sms")])).toEqual([{ cancelled: "not_wanted" }]);
  await set(own.db, family, { ...confirmedPhone("+15550100001"), sms_enabled: 1 });
  expect(await prepare(own.db, [summaryOf(family, "sms")])).toMatchObject([
    {
      to: "+15550100001",
      message: { text: "Mila: Today: Tonight 8:00 PM. https://mila.example.com/dashboard" },
    },
  ]);
  // Email is used while texts are off.
  const message = expect.any(Object);
  expect(await prepare(own.db, [summaryOf(family)])).toEqual([
    { cancelled: "not_wanted", to: `${family.userId}@example.com`, message },
  ]);
  await set(own.db, family, { daily_summary_enabled: 0 });
  expect(await prepare(own.db, [summaryOf(family, "sms")])).toEqual([
    { cancelled: "not_wanted", to: "+15550100001", message },
  ]);
});

test("a summary includes the answers of the previous day, whenever the task is due", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const guest = await newFamily(own.db);
  for (const one of [nora, guest]) await set(own.db, one, { sms_enabled: 0 });
  const answered = async (
    title: string,
    answer: "accept" | "decline" | "done",
    at: string,
    line?: string,
  ) => {
    const taskId = await newTask(own.db, nora, title);
    const id = await sendRequest(own.db, nora, taskId);
    await answerRequest(own.db, id, { answer: answer === "done" ? "accept" : answer, line }, at);
    if (answer === "done") await answerRequest(own.db, id, { answer }, at);
    return taskId;
  };
  const undated = await answered(
    "Buy a present",
    "decline",
    "2026-11-21T11:00:00.000Z",
    "No idea what",
  );
  await own.db
    .updateTable("tasks")
    .set({ due_date: null, due_local: null, due_time_zone: null })
    .where("id", "=", undated)
    .execute();
  await answered("The day before that", "decline", "2026-11-20T12:00:00.000Z");
  await answered("After it was to go", "decline", "2026-11-21T12:00:01.000Z");
  await deleteTask(own.db, nora, await answered("Deleted", "decline", "2026-11-21T10:00:00.000Z"));
  await completeTask(
    own.db,
    nora,
    await answered("Did it herself", "decline", "2026-11-21T10:00:00.000Z"),
  );
  await withdrawRequest(
    own.db,
    nora,
    await answered("Taken back", "accept", "2026-11-21T10:00:00.000Z"),
  );

  const [ours, theirs] = await prepare(own.db, [summaryOf(nora), summaryOf(guest)]);
  expect(ours).toMatchObject({
    message: {
      text: "Mila: Nothing is due today. Sam said no: Buy a present. https://mila.example.com/dashboard",
      email: {
        subject: "Nothing is due today, 1 answer",
        body: [{ heading: "Answers" }, ['Sam said no: Buy a present ("No idea what")']],
      },
    },
  });
  expect(theirs).toEqual({ cancelled: "nothing_to_say" });

  await answered("Pick up Emma", "accept", "2026-11-20T12:00:01.000Z");
  await answered("Feed the cat", "done", "2026-11-21T12:00:00.000Z");
  expect(await prepare(own.db, [summaryOf(nora)])).toMatchObject([
    {
      message: {
        text: "Mila: Nothing is due today. 3 answers to your requests. https://mila.example.com/dashboard",
        email: {
          body: [
            { heading: "Answers" },
            [
              "Sam did it: Feed the cat",
              'Sam said no: Buy a present ("No idea what")',
              "Sam said yes: Pick up Emma",
            ],
          ],
        },
      },
    },
  ]);
});

test.skipIf(skippedOnPostgres.plans)("finding answers uses an index", async () => {
  await using own = newDatabase();
  const plan = await answersQuery(own.db, ["one", "other"], now).explain(
    undefined,
    sql`query plan`,
  );
  expect(JSON.stringify(plan)).toContain("USING INDEX delegations_by_asker (asked_by=?)");
  expect(JSON.stringify(plan)).not.toContain("SCAN");
});

test("a summary counts the school mails that wait, and comes for them alone", async () => {
  await using own = newDatabase();
  const [nora, others] = [await newFamily(own.db), await newFamily(own.db)];
  for (const one of [nora, others]) await set(own.db, one, {});
  for (const words of ["slip", "form"]) {
    const mail = pasted(`Please return the ${words} by June 10, 2041.`);
    const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
    await takeMail(own.db, nora, mail, readerSettings(encryptionKey));
  }
  const [ours, theirs] = await prepare(own.db, [summaryOf(nora), summaryOf(others)]);
  expect(ours).toMatchObject({
    message: {
      text: expect.stringContaining("2 school mails wait for you."),
      email: { subject: "Nothing is due today, 2 school mails" },
    },
  });
  expect(theirs).toEqual({ cancelled: "nothing_to_say" });
});
