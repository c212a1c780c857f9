import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import "#app/domain/wiring/rules.server.ts";
import { earlierBy, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { completeTask, deleteTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { action } from "#app/routes/api/save-change.ts";
import type { Database } from "#db/schema.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { moveAccount } from "../../support/records/people.ts";
import { routeArgs } from "../../support/text/route.ts";

async function send(db: Kysely<Database>, userId: string | undefined, json: object) {
  const answer = await action(
    await routeArgs(db, { path: "/api/save-change", userId, json }),
  ).catch((thrown: Response) => thrown);
  return { status: answer.status, body: await answer.json() };
}

const sent = (
  family: TestFamily,
  changeId: string,
  change: unknown,
  madeAt: string = nowIso(),
) => ({
  changeId,
  userId: family.userId,
  madeAt,
  change,
});

test("a change that is sent again is saved once and answered alike", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet" });
  const complete = sent(family, "complete-1", { type: "complete", taskId });
  const done = { status: 200, body: { changeId: "complete-1", status: "done" } };
  expect(await send(own.db, family.userId, complete)).toEqual(done);
  await reopenTask(own.db, family, taskId);
  expect(await send(own.db, family.userId, complete)).toEqual(done);
  expect(await findTask(own.db, family, taskId)).toMatchObject({ is_completed: 0 });

  const add = sent(family, "add-one-1", { type: "add", text: "Buy milk" });
  const answers = await Promise.all([1, 2, 3].map(() => send(own.db, family.userId, add)));
  expect(answers.map(({ body }) => body.status)).toEqual(["done", "done", "done"]);
  const milk = await own.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Buy milk")
    .execute();
  expect(milk).toHaveLength(1);
});

test("a server that is killed right after saving does not save the change again", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet" });
  // The kill keeps the answer from being written.
  expect(await completeTask(own.db, family, taskId, { changeId: "complete-1" })).toBe(true);
  await reopenTask(own.db, family, taskId);
  const again = sent(family, "complete-1", { type: "complete", taskId });
  expect((await send(own.db, family.userId, again)).body).toEqual({
    changeId: "complete-1",
    status: "done",
  });
  expect(await completeTask(own.db, family, taskId, { changeId: "complete-1" })).toBe(true);
  expect(await findTask(own.db, family, taskId)).toMatchObject({ is_completed: 0 });
});

test("a task moves to the wall clock that was chosen", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet" });
  const move = (changeId: string, date: string, time: string) =>
    send(own.db, family.userId, sent(family, changeId, { type: "move", taskId, date, time }));
  expect((await move("move-one", "2031-06-10", "15:00")).body.status).toBe("done");
  expect(await findTask(own.db, family, taskId)).toMatchObject({ due_local: "2031-06-10T15:00" });
  expect((await move("move-two", "2031-03-09", "02:30")).body).toMatchObject({
    changeId: "move-two",
    status: "refused",
    reason: expect.stringContaining("The clocks go forward then"),
  });
  expect((await move("move-three", "2031-02-30", "15:00")).body.reason).toBe(
    "Please choose a date that exists",
  );
});

test("a task that was done meanwhile does not move, and the answer says why", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet every Monday at 9" });
  const before = await findTask(own.db, family, taskId);
  await completeTask(own.db, family, taskId);
  const move = { type: "move", taskId, date: "2031-06-10", time: "15:00" };
  expect((await send(own.db, family.userId, sent(family, "move-one", move))).body).toEqual({
    changeId: "move-one",
    status: "refused",
    reason: "You completed this a moment ago",
  });
  expect(await findTask(own.db, family, taskId)).toMatchObject({ due_local: before?.due_local });
});

test("a repeating task that moves past its next date replaces it", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet every Monday at 9" });
  const later = wallClockAt(laterBy(nowIso(), { hours: 24 * 30 }), family.timeZone);
  const move = { type: "move", taskId, date: later.toPlainDate().toString(), time: "15:00" };
  expect((await send(own.db, family.userId, sent(family, "move-one", move))).body.status).toBe(
    "done",
  );
  await completeTask(own.db, family, taskId);
  const open = await own.db
    .selectFrom("tasks")
    .select("due_local")
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  expect(open).toHaveLength(1);
  expect(open[0]!.due_local! > move.date).toBe(true);
});

test("a request made without a connection means the day on which it was made", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const madeAt = earlierBy(nowIso(), { hours: 49 });
  await send(
    own.db,
    family.userId,
    sent(family, "add-one-1", { type: "add", text: "Call the vet tomorrow" }, madeAt),
  );
  const task = await own.db.selectFrom("tasks").selectAll().executeTakeFirstOrThrow();
  expect(task.due_date! < nowIso()).toBe(true);
  expect(task.created_at > madeAt).toBe(true);
  // A phone's clock may be ahead.
  const ahead = laterBy(nowIso(), { hours: 24 * 400 });
  await send(
    own.db,
    family.userId,
    sent(family, "add-one-2", { type: "add", text: "Buy milk tomorrow" }, ahead),
  );
  const milk = await own.db
    .selectFrom("tasks")
    .selectAll()
    .where("title", "=", "Buy milk")
    .executeTakeFirstOrThrow();
  expect(milk.due_date! < laterBy(nowIso(), { hours: 72 })).toBe(true);
});

test("an answer says why a change could not be saved, and stays the same", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet" });
  await deleteTask(own.db, family, taskId);
  const refusals = {
    "You deleted this a moment ago": { type: "complete", taskId },
    "This task is no longer there": { type: "reopen", taskId: "nothing" },
    "Tell me what you need": { type: "add", text: " " },
    "Mila can't read this change": { type: "explode" },
  };
  for (const [index, [reason, change]] of Object.entries(refusals).entries()) {
    const refused = {
      status: 200,
      body: { changeId: `change-${index}`, status: "refused", reason },
    };
    expect(await send(own.db, family.userId, sent(family, `change-${index}`, change))).toEqual(
      refused,
    );
    expect(await send(own.db, family.userId, sent(family, `change-${index}`, change))).toEqual(
      refused,
    );
  }
  const old = sent(
    family,
    "too-late",
    { type: "add", text: "Buy milk" },
    earlierBy(nowIso(), { hours: 24 * 31 }),
  );
  expect((await send(own.db, family.userId, old)).body).toMatchObject({
    reason: "It waited for over 30 days.",
  });
});

test("a change is never saved as someone else's, and then no answer names it", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const change = sent(nora, "add-one-1", { type: "add", text: "Buy milk" });
  for (const [userId, status] of [
    [sam.userId, 403],
    [undefined, 401],
  ] as const) {
    const answer = await send(own.db, userId, change);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain("add-one-1");
  }
  expect(await own.db.selectFrom("tasks").select("id").execute()).toEqual([]);
  // The same id of someone else is another change.
  expect((await send(own.db, sam.userId, { ...change, userId: sam.userId })).body.status).toBe(
    "done",
  );
  expect((await send(own.db, nora.userId, change)).body.status).toBe("done");
  expect(await own.db.selectFrom("tasks").select("id").execute()).toHaveLength(2);
});

test("answers are remembered for as long as a change may wait, then forgotten", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await send(own.db, family.userId, sent(family, "add-one-1", { type: "add", text: "Buy milk" }));
  const remembered = () => own.db.selectFrom("sent_changes").select("change_id").execute();
  await purgeExpiredRecords(own.db, laterBy(nowIso(), { hours: 24 * 31 }));
  expect(await remembered()).toHaveLength(1);
  await purgeExpiredRecords(own.db, laterBy(nowIso(), { hours: 24 * 33 }));
  expect(await remembered()).toEqual([]);
});

test("someone who sends without end is asked to wait", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const change = sent(family, "nothing-1", { type: "reopen", taskId: "nothing" });
  const statuses = [];
  for (let at = 0; at < 245; at += 1)
    statuses.push((await send(own.db, family.userId, change)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(240);
  expect(statuses.at(-1)).toBe(429);
});

test("words typed in one household are not saved in another, until their writer says so", async () => {
  await using own = newDatabase();
  const [family, earlier] = [await newFamily(own.db), await newFamily(own.db)];
  const unsaved = { action: "/preferences/profile", fields: [["firstName", "Nora"]] };
  const words = { add: { type: "add", text: "Buy milk" }, remind: { type: "remind", unsaved } };
  for (const [name, change] of Object.entries(words)) {
    const typed = { ...sent(family, `${name}-words`, change), householdId: earlier.householdId };
    const refused = await send(own.db, family.userId, typed);
    expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
    expect(
      await own.db.selectFrom("tasks").select("id").where("created_at", ">", "2001").execute(),
    ).toHaveLength(name === "add" ? 0 : 1);
    const here = await send(own.db, family.userId, { ...typed, householdId: family.householdId });
    expect(here).toEqual({ status: 200, body: { changeId: `${name}-words`, status: "done" } });
  }
});

test("words that were saved are saved, also if their writer is in another household by the time of the answer", async () => {
  await using own = newDatabase();
  const [family, others] = [await newFamily(own.db), await newFamily(own.db)];
  const change = sent(family, "add-words", { type: "add", text: "Buy milk" });
  const typed = { ...change, householdId: family.householdId };
  const done = { status: 200, body: { changeId: "add-words", status: "done" } };
  expect(await send(own.db, family.userId, typed)).toEqual(done);
  await moveAccount(own.db, family.userId, others.householdId);
  expect(await send(own.db, family.userId, typed)).toEqual(done);
});

test("an undo without a connection leaves alone what somebody else did first", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const bob = await newBob(own.db, family);
  const { id: taskId } = await addTask(own.db, family, { text: "Call the vet" });
  await completeTask(own.db, bob, taskId);
  const change = async (changeId: string, what: object) =>
    (await send(own.db, family.userId, sent(family, changeId, what))).body;
  expect(await change("tick-one", { type: "complete", taskId })).toMatchObject({ status: "done" });
  expect(await change("undo-one", { type: "reopen", taskId, isUndo: true })).toMatchObject({
    status: "refused",
    reason: "Bob completed this a moment ago",
  });
  expect(await findTask(own.db, family, taskId)).toMatchObject({ is_completed: 1 });
  // Whoever has seen that it was done can open it again.
  expect(await change("open-one", { type: "reopen", taskId })).toMatchObject({ status: "done" });
  expect(await findTask(own.db, family, taskId)).toMatchObject({ is_completed: 0 });
});
