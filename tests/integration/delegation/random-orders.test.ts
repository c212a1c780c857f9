import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  tuple,
} from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { requestStatusOf } from "#app/domain/delegation/requests/request-status.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { claimDeliveries } from "#app/domain/outbox/sending/claim.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { depth } from "../../support/runner/depth.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const step = oneof(
  {
    weight: 4,
    arbitrary: record({
      do: constant("ask"),
      whom: constantFrom("sam", "alex"),
      method: constantFrom("sms", "link"),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      do: constant("answer"),
      says: constantFrom("accept", "decline", "done"),
      which: nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      do: constant("reply"),
      body: constantFrom("yes", "no", "1", "2", "NO 2", "what"),
    }),
  },
  {
    weight: 5,
    arbitrary: record({ do: constantFrom("withdraw", "complete", "reopen", "delete", "restore") }),
  },
  { weight: 4, arbitrary: record({ do: constantFrom("claim", "wait") }) },
  // Chance alone rarely asks, notifies and accepts in this order.
  { weight: 2, arbitrary: record({ do: constant("arrange") }) },
  { weight: 1, arbitrary: record({ do: constant("leave") }) },
);
const steps = array(tuple(constantFrom(0, 1), step), { minLength: 1, maxLength: 14, size: "max" });
type Step = Partial<Record<"whom" | "method" | "says" | "body", string>> & {
  do: string;
  which?: number;
};

test.skipIf(skippedOnPostgres.long)(
  "random orders never make a task contradict its request or send an outdated question",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    // Nothing is interrupted here, so 100,000 changes need not wait for the disk.
    await sql`pragma synchronous = off`.execute(db);
    const { outbox } = newSender(db, {});
    const noLimits = {
      ...outbox.limits,
      TEXTS_A_DAY: 1e6,
      TEXTS_A_DAY_TO_OTHERS: 1e6,
      TEXTS_A_DAY_A_HOUSEHOLD: 1e6,
      FIRST_MESSAGES_A_DAY_TO_ONE: 1e6,
    };
    const sending = {
      ...outbox,
      isSetUp: () => true,
      limits: { ...noLimits, FIRST_MESSAGES_A_DAY: 1e6 },
    };
    const seen = new Set<string>();

    await assert(
      asyncProperty(steps, async (order) => {
        const nora = await startAfresh(db);
        const tasks = [await newTask(db, nora), await newTask(db, nora, "Call the vet")];
        for (const [index, one] of order) {
          await take(db, nora, tasks[index] ?? "", one, sending);
          for (const id of tasks) seen.add(await agree(db, nora, id));
        }
      }),
      depth({ full: 5_000, part: 200 }),
    );
    // Every delegation state of a task occurred.
    expect([...seen].toSorted()).toEqual(["accepted", "declined", "none", "pending"]);
    expect([...kindsSent].toSorted()).toEqual([
      "delegation_answer",
      "delegation_release",
      "delegation_request",
    ]);
  },
  600_000,
);

/** Each order has its own family and phone numbers. */
async function startAfresh(db: Kysely<Database>): Promise<AskingFamily> {
  for (const table of ["deliveries", "text_conversations", "tasks", "people"] as const) {
    await db.deleteFrom(table).execute();
  }
  const nora = await newAskingFamily(db);
  await db.updateTable("users").set({ email_verified_at: nowIso() }).execute();
  return nora;
}

async function take(
  db: Kysely<Database>,
  nora: AskingFamily,
  taskId: string,
  { do: what, whom, method, says, body = "", which = 0 }: Step,
  outbox: Outbox,
): Promise<void> {
  const actions: Record<string, () => Promise<unknown>> = {
    ask: () =>
      ask(db, nora, {
        taskId,
        familyMemberId: whom === "sam" ? nora.sam : nora.alex,
        method: method === "sms" ? "sms" : "link",
      }),
    async arrange() {
      await take(db, nora, taskId, { do: "ask", whom: "sam", method: "sms" }, outbox);
      await take(db, nora, taskId, { do: "claim" }, outbox);
      await take(db, nora, taskId, { do: "answer", says: "accept" }, outbox);
    },
    async answer() {
      const { requests } = await readDelegation(db, taskId);
      const request = requests[which % Math.max(requests.length, 1)];
      const answer = says === "accept" || says === "decline" ? says : "done";
      if (request) await answerRequest(db, request.id, { answer });
    },
    reply: () => textMila(db, body),
    withdraw: () => withdrawRequest(db, nora, taskId),
    complete: () => completeTask(db, nora, taskId),
    reopen: () => reopenTask(db, nora, taskId),
    delete: () => deleteTask(db, nora, taskId),
    restore: () => restoreTask(db, nora, taskId),
    leave: () => removeFamilyMember(db, nora, nora.alex),
    claim: () => claimAll(db, outbox, nowIso()),
    // It outlasts the minute for undo, so that notices are sent.
    wait: () => claimAll(db, outbox, laterBy(nowIso(), { minutes: 2 })),
  };
  await actions[what]!();
}

const kindsSent = new Set<string>();

/** Each message must match the current state: a question, an answer or a release. */
async function claimAll(db: Kysely<Database>, outbox: Outbox, now: string): Promise<void> {
  const ready = await db
    .selectFrom("deliveries")
    .select("id")
    .where("state", "=", "ready")
    .execute();
  const ids = ready.map(({ id }) => id);
  const claimed = await db.transaction().execute((trx) => claimDeliveries(trx, ids, outbox, now));
  for (const { delivery, to } of claimed.values()) {
    const request = await db
      .selectFrom("delegations")
      .innerJoin("tasks", "tasks.id", "delegations.task_id")
      .select([
        "delegate_name",
        "delegations.state",
        "answer",
        "delegations.done_at",
        "is_completed",
        "deleted_at",
        "was_missed",
      ])
      .where("delegations.id", "=", delivery.subject_id)
      .executeTakeFirstOrThrow();
    const samOrAlex = request.delegate_name === "Sam" ? phones.sam : phones.alex;
    kindsSent.add(delivery.kind);
    expect(to).toBe(delivery.kind === "delegation_answer" ? phones.nora : samOrAlex);
    if (delivery.kind === "delegation_request") expect(request.state).toBe("pending");
    if (delivery.kind === "delegation_answer")
      expect(["accepted", "declined"]).toContain(request.state);
    if (delivery.kind === "delegation_release") {
      expect([request.answer, request.done_at]).toEqual(["accepted", null]);
      expect(["withdrawn", "superseded", "completed", "deleted"]).toContain(
        requestStatusOf(request),
      );
      expect(await sentAbout(db, delivery.subject_id)).toEqual([
        "delegation_release",
        "delegation_request",
      ]);
    }
  }
}

/** Message types sent to a delegate: the request first, and its release once. */
async function sentAbout(db: Kysely<Database>, requestId: string): Promise<string[]> {
  const sent = await db
    .selectFrom("deliveries")
    .select("kind")
    .where("subject_id", "=", requestId)
    .where("kind", "in", ["delegation_request", "delegation_release"])
    .where("state", "=", "sending")
    .orderBy("kind")
    .execute();
  return sent.map(({ kind }) => kind);
}

/** The task's state, checked against its requests. */
async function agree(db: Kysely<Database>, nora: AskingFamily, taskId: string): Promise<string> {
  const { task, requests } = await readDelegation(db, taskId);
  const status = task.delegation_status;
  const open = requests.filter(
    ({ state }) => state === "pending" || state === "accepted" || state === "declined",
  );
  expect(open.map(({ state, person_id }) => [state, person_id])).toEqual(
    status === "none" ? [] : [[status, task.delegated_to]],
  );
  expect(task.delegated_to === null).toBe(status === "none");
  // Whoever did it stays on the task, also once they have left.
  const wasDone = (at: string | null) =>
    task.is_completed === 1 && task.done_at !== null && at !== null && at >= task.done_at;
  const isDoer = ({ done_at, answer, withdrawn_by, ended_at }: (typeof requests)[number]) =>
    done_at || (answer === "accepted" && withdrawn_by === "left" && wasDone(ended_at));
  const doer = requests.find(isDoer)?.delegate_name ?? null;
  expect(task.assignee).toBe(status === "accepted" ? (open[0]?.delegate_name ?? "nobody") : doer);
  const isOver = task.is_completed === 1 || task.deleted_at !== null;
  expect(isOver && status === "pending").toBe(false);
  expect(requests.some(({ done_at }) => done_at) && !task.is_completed).toBe(false);
  expect([null, nora.sam, nora.alex]).toContain(task.delegated_to);
  return status;
}
