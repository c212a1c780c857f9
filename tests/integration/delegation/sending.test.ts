import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import { listRequests } from "#app/domain/delegation/views/history.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  answerAs,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { nameAccount } from "../../support/records/people.ts";

const endsOf = (db: Kysely<Database>, kind: MessageKind) =>
  db
    .selectFrom("deliveries")
    .select(["state", "reason"])
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();

test("a request by text says who asks, what, when, and has the link", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  const id = await sendRequest(own.db, nora, await newTask(own.db, nora));
  const { sendDue, outbox } = newSender(own.db, twilio.settings);
  await sendDue();
  const link = `${outbox.origin}/delegations/${linkToken(outbox.linkKey, "delegation-message", id)}`;
  const who = `Nora (${nora.userId}@example.com)`;
  const said = `Mila: ${who} asks: can you do this? "Pick up Emma", Fri, Jun 10, 2101 at 3:00 PM. Reply YES or NO, or tap`;
  expect(twilio.messages()).toMatchObject([{ to: phones.sam, body: `${said} ${link}` }]);
});

test.each([
  ["Nora", "Pick up Emma"],
  ["Núria", "Pick up Sofía and Łukasz"],
  ["Аня", "Забрать Эмму из школы и купить молоко"],
  ["Nora", "Pick up Emma ".repeat(23)],
])("the preview matches what %s sends about %s", async (asker, title) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  await nameAccount(own.db, nora.userId, asker);
  const { sendDue, outbox } = newSender(own.db, twilio.settings);
  const taskId = await newTask(own.db, nora, title);
  const isSetUp = (channel: string) => channel === "sms";
  const viewer = { ...nora, timeZone: "America/New_York" };
  const page = await findDelegatePage(own.db, viewer, taskId, { isSetUp, origin: outbox.origin });
  const id = await sendRequest(own.db, nora, taskId);
  await sendDue();
  const token = linkToken(outbox.linkKey, "delegation-message", id);
  const [message] = twilio.messages();
  expect(message?.body.replace(token, "…")).toBe(page?.preview);
  expect(page?.preview).toMatch(
    /(Nora|Nuria|Аня)(: | \(.+@example\.com\) asks: can you do this\? ")(Pick up|Забрать)/,
  );
});

test("a request by email has the same text and a button", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const nora = await newAskingFamily(own.db);
  await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "email");
  await newSender(own.db, smtp.settings).sendDue();
  expect(await endsOf(own.db, "delegation_request")).toEqual([{ state: "sent", reason: null }]);
});

const stops: [
  string,
  string,
  (db: Kysely<Database>, nora: AskingFamily, taskId: string) => Promise<unknown>,
][] = [
  ["taken back", "withdrawn", withdrawRequest],
  ["done", "task_done", completeTask],
  ["deleted", "task_deleted", deleteTask],
  [
    "asked of another",
    "superseded",
    (db, nora, taskId) => sendRequest(db, nora, taskId, nora.alex, "link"),
  ],
];

test.for(stops)("a request that is %s before its claim is not sent", async ([, reason, stop]) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await sendRequest(own.db, nora, taskId);
  await stop(own.db, nora, taskId);
  await newSender(own.db, twilio.settings).sendDue();
  expect(await endsOf(own.db, "delegation_request")).toEqual([{ state: "cancelled", reason }]);
  expect(twilio.messages()).toEqual([]);
});

test("a request answered before its claim is not sent", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  await answerAs(own.db, await sendRequest(own.db, nora, await newTask(own.db, nora)), "accept");
  await newSender(own.db, twilio.settings).sendDue();
  expect(await endsOf(own.db, "delegation_request")).toEqual([
    { state: "cancelled", reason: "answered" },
  ]);
  expect(twilio.messages()).toMatchObject([{ to: phones.nora }]);
});

test("the asker is notified once of a yes and once of a completion", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  const id = await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "link");
  const { sendDue, outbox } = newSender(own.db, twilio.settings);
  await answerAs(own.db, id, "accept", "There at three");
  await sendDue();
  await answerAs(own.db, id, "done");
  await sendDue();
  const [yes = "", done = ""] = twilio.messages().map(({ body }) => body);
  expect(yes).toContain(`Sam says yes: Pick up Emma. "There at three" ${outbox.origin}/tasks/`);
  expect(done).toContain("Sam says it's done: Pick up Emma.");
  expect(twilio.messages()).toHaveLength(2);
});

test("an accepted request that was withdrawn causes no notification", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await answerAs(own.db, await sendRequest(own.db, nora, taskId, nora.sam, "link"), "accept");
  await withdrawRequest(own.db, nora, taskId);
  await newSender(own.db, twilio.settings).sendDue();
  expect(await endsOf(own.db, "delegation_answer")).toEqual([
    { state: "cancelled", reason: "withdrawn" },
  ]);
});

test("a request that fell back to SMS appears once in the task's history", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await sendRequest(own.db, nora, taskId, nora.sam, "whatsapp");
  const { sendDue } = newSender(own.db, twilio.settings);
  await sendDue();
  const sent = await own.db
    .selectFrom("deliveries")
    .select("provider_id")
    .executeTakeFirstOrThrow();
  const progress = { status: "other_channel", channel: "sms" } as const;
  await reportProgress(own.db, { providerId: sent.provider_id ?? "", progress });
  await sendDue();
  expect(await listRequests(own.db, { ...nora, timeZone: "UTC" }, taskId, true)).toMatchObject([
    { method: "whatsapp", message: { words: expect.stringContaining("Sent") } },
  ]);
});

test("a task's page lists the latest requests, however often someone asked and withdrew", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId, nora.sam, "link");
  const one = await own.db
    .selectFrom("delegations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const withdrawn = Array.from({ length: 300 }, (_, index) => ({
    ...one,
    id: `old-${index}`,
    state: "withdrawn" as const,
    asked_at: earlierBy(one.asked_at, { minutes: index + 1 }),
    ended_at: one.asked_at,
  }));
  await own.db.insertInto("delegations").values(withdrawn).execute();
  const listed = await listRequests(own.db, { ...nora, timeZone: "UTC" }, taskId, true);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({ id });
});
