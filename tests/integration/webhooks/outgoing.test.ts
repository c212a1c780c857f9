import { readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addItems } from "#app/domain/lists/items.server.ts";
import { shoppingId } from "#app/domain/lists/limits.ts";
import {
  completeTask,
  deleteTask,
  patchTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { createWebhookSender } from "#app/domain/webhooks/sending/send-webhooks.server.ts";
import { sendAgain, sendTest, switchOn } from "#app/domain/webhooks/webhooks.server.ts";
import { task as taskSchema, tombstone } from "#app/doors/api/tasks/schemas.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { addTask } from "../../support/people/say.ts";
import { newFamily } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { encryptionKey, plantWebhook } from "../../support/records/plant-webhook.ts";
import { withWebhook } from "../../support/records/webhook.ts";

type Home = Awaited<ReturnType<typeof withWebhook>>;

const typesOf = (bodies: { type: string }[]) => bodies.map(({ type }) => type);

async function add({ db, nora }: Pick<Home, "db" | "nora">, text: string): Promise<string> {
  return (await addTask(db, nora, { text })).id;
}

async function rename({ db, nora }: Home, id: string, title: string): Promise<void> {
  const task = (await findTaskOrDeleted(db, nora, id))!;
  expect(await patchTask(db, nora, task, { title })).toBe(true);
}

test("a program hears of a task from its beginning to its end, in the API's words", async () => {
  await using home = await withWebhook();
  const { db, nora, send } = home;
  const id = await add(home, "call the dentist on January 5 2091 at 3pm");
  await send();
  await rename(home, id, "Call the doctor");
  await send();
  await completeTask(db, nora, id);
  await send();
  await reopenTask(db, nora, id);
  await send();
  await deleteTask(db, nora, id);
  await send();
  await restoreTask(db, nora, id);
  const bodies = await send();
  expect(typesOf(bodies)).toEqual([
    "task.created",
    "task.changed",
    "task.completed",
    "task.changed",
    "task.deleted",
    "task.changed",
  ]);
  for (const { type, data, timestamp } of bodies) {
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    const schema = type === "task.deleted" ? tombstone : taskSchema;
    expect(schema.safeParse(data).error).toBeUndefined();
    expect(data.id).toBe(id);
  }
  expect(bodies.map(({ data }) => data.is_completed)).toEqual([
    false,
    false,
    true,
    false,
    undefined,
    false,
  ]);
  expect(bodies[1]!.data.title).toBe("Call the doctor");
});

test("changes before a message goes out are one message, with the task as it is then", async () => {
  await using home = await withWebhook();
  const { db, nora, send } = home;
  const id = await add(home, "call the dentist");
  await rename(home, id, "Call the doctor");
  await rename(home, id, "Call the vet");
  const first = await send();
  expect(first).toMatchObject([{ type: "task.created", data: { title: "Call the vet" } }]);
  await completeTask(db, nora, id);
  await reopenTask(db, nora, id);
  await rename(home, id, "Call them all");
  const later = (await send()).slice(1);
  expect(later).toMatchObject([
    { type: "task.changed", data: { title: "Call them all", is_completed: false } },
  ]);
  const gone = await add(home, "buy a lamp shade");
  await deleteTask(db, nora, gone);
  expect((await send()).slice(2)).toMatchObject([{ type: "task.deleted", data: { id: gone } }]);
});

test("the next date of a series is a task that begins, and a skipped one a task that ends", async () => {
  await using home = await withWebhook();
  const { db, nora, send } = home;
  const id = await newSeries(db, nora, {
    rule: "FREQ=WEEKLY",
    due: "2091-01-05T19:00",
    now: nowIso(),
  });
  await send();
  await completeTask(db, nora, id);
  const last = (bodies: Awaited<ReturnType<typeof send>>, type: string) =>
    bodies.findLast((body) => body.type === type)!.data;
  const done = await send();
  expect(last(done, "task.completed")).toMatchObject({ id });
  const next = last(done, "task.created");
  expect(next).toMatchObject({ due_local: "2091-01-12T19:00" });
  expect(next.series_id).toBe(last(done, "task.completed").series_id);
  expect(await skipOccurrence(db, nora, String(next.id))).toBe(true);
  const skipped = await send();
  expect(last(skipped, "task.deleted")).toMatchObject({ id: next.id });
  expect(last(skipped, "task.created")).toMatchObject({ due_local: "2091-01-19T19:00" });
});

test("a task that is due is said once, and one that is done is not", async () => {
  await using home = await withWebhook(["task.due"]);
  const { db, nora, send, tickDue } = home;
  const due = await add(home, "call the dentist on January 5 2091 at 3pm");
  const done = await add(home, "call the vet on January 5 2091 at 3pm");
  await tickDue("2091-01-05T19:59:59.000Z");
  expect(await send()).toEqual([]);
  await completeTask(db, nora, done);
  await tickDue("2091-01-05T20:00:00.000Z");
  await tickDue("2091-01-05T20:00:01.000Z");
  await tickDue("2091-01-05T20:02:00.000Z");
  expect(await send()).toMatchObject([{ type: "task.due", data: { id: due } }]);
});

test("an answer to a request, and what is put on a list, are said too", async () => {
  await using home = await withWebhook(["delegation.answered", "list.item_added"]);
  const { db, receiver, send } = home;
  const family = await newAskingFamily(db);
  await plantWebhook(db, family, receiver.address, {
    kinds: ["delegation.answered", "list.item_added"],
  });
  const taskId = await newTask(db, family);
  await answerAs(db, await sendRequest(db, family, taskId), "accept");
  await addItems(db, family, shoppingId, { names: ["Milk"], requestId: "one" });
  const bodies = await send();
  expect(bodies).toMatchObject([
    { type: "delegation.answered", data: { id: taskId, delegation_status: "accepted" } },
    {
      type: "list.item_added",
      data: { name: "Milk", is_ticked: false, list_id: shoppingId, list: "Shopping" },
    },
  ]);
});

test("a program hears only of its own household, and only what it asked for", async () => {
  await using home = await withWebhook(["task.completed"]);
  const { db, nora, send } = home;
  const others = await newFamily(db);
  const theirs = await add({ db, nora: others }, "call the dentist");
  await completeTask(db, others, theirs);
  const ours = await add(home, "call the vet");
  await completeTask(db, nora, ours);
  expect(await send()).toMatchObject([{ type: "task.completed", data: { id: ours } }]);
});

test("the documents' example knows a message, and no other", async () => {
  await using home = await withWebhook();
  await add(home, "call the dentist at Zoë's \u2013 100 %");
  await home.send();
  await using folder = await mkdtempDisposable(join(tmpdir(), "mila-example-"));
  const file = join(folder.path, "example.mjs");
  const example = readFileSync("docs/webhooks.md", "utf8").split("```js\n")[1]!.split("```")[0]!;
  writeFileSync(file, example);
  const { isFromMila } = (await import(file)) as {
    isFromMila: (secret: string, headers: object, body: string) => boolean;
  };
  const { headers, text } = home.receiver.messages[0]!;
  const { secret } = home;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(isFromMila(secret, headers, text)).toBe(true);
  expect(isFromMila(secret, headers, text.replace("dentist", "doctor"))).toBe(false);
  expect(isFromMila(`whsec_${Buffer.alloc(32).toString("base64")}`, headers, text)).toBe(false);
  const old = { ...headers, "webhook-timestamp": "1700000000" };
  expect(isFromMila(secret, old, text)).toBe(false);
  expect(isFromMila(secret, { ...headers, "webhook-id": "other" }, text)).toBe(false);
  expect(headers["content-type"]).toBe("application/json");
});

test("what is not taken comes again with its id, and the next one about a task waits for it", async () => {
  await using home = await withWebhook();
  const { receiver, send, letTimePass } = home;
  const id = await add(home, "call the dentist");
  receiver.behave((_, response) =>
    response.writeHead(receiver.messages.at(-1)!.body.data.id === id ? 500 : 204).end(),
  );
  await send();
  await rename(home, id, "Call the doctor");
  await add(home, "water the plants");
  await letTimePass({ isPause: true });
  // Only the one about another task goes out meanwhile.
  expect((await send()).map(({ data }) => data.title)).toEqual([
    "Call the dentist",
    "Water the plants",
  ]);
  receiver.behave();
  await letTimePass();
  expect(await send()).toMatchObject([
    { type: "task.created" },
    {},
    { type: "task.created", data: { title: "Call the doctor" } },
    { type: "task.changed", data: { title: "Call the doctor" } },
  ]);
  const [first, , again, last] = receiver.messages.map(({ headers }) => headers["webhook-id"]);
  expect(again).toBe(first);
  expect(last).not.toBe(first);
});

test("a server that is down is left alone for longer and longer, as long as it asks for", async () => {
  await using home = await withWebhook();
  const { db, receiver, send, page, id } = home;
  receiver.behave((_, response) => response.writeHead(503, { "Retry-After": "7200" }).end());
  await add(home, "call the dentist");
  await add(home, "call the vet");
  await send();
  await send();
  expect(receiver.messages).toHaveLength(1);
  const { next_send_at: next } = await db
    .selectFrom("webhooks")
    .select("next_send_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Date.parse(next!) - Date.now()).toBeGreaterThan(7_100_000);
  expect((await page()).state).toContain("I can't reach it at the moment. I'll try again");
  receiver.behave();
  await home.letTimePass();
  expect(await send()).toHaveLength(3);
  expect((await page()).state).toBe("On");
});

test("what no server takes for three days switches the webhook off, and the household reads so", async () => {
  await using home = await withWebhook();
  const { db, receiver, nora, id, send, page, letTimePass } = home;
  receiver.behave((_, response) => response.writeHead(500).end("a page from inside"));
  await add(home, "call the dentist");
  await send();
  expect((await page()).messages[0]!.state).toBe("Waits after 1 try, answer 500");
  const tried = (hours: number) =>
    db
      .updateTable("webhook_messages")
      .set({ first_tried_at: earlierBy(nowIso(), { hours }) })
      .execute();
  await tried(71);
  await letTimePass();
  await send();
  expect((await page()).isOff).toBe(false);
  await tried(72);
  await letTimePass();
  await send();
  expect((await page()).state).toMatch(
    /^Switched off on .+, because its server took no message for 3 days\.$/,
  );
  expect((await page()).messages[0]!.state).toBe("Not delivered, answer 500");
  const count = receiver.messages.length;
  await add(home, "call the vet");
  await send();
  expect(receiver.messages).toHaveLength(count);
  receiver.behave();
  expect(await switchOn(db, nora, id)).toBe("asked");
  await add(home, "water the plants");
  const [last] = (await send()).slice(count);
  expect(last).toMatchObject({ type: "task.created", data: { title: "Water the plants" } });
  expect(JSON.stringify(await page())).not.toContain("inside");
});

test("an answer of 410 switches it off at once", async () => {
  await using home = await withWebhook();
  home.receiver.behave((_, response) => response.writeHead(410).end());
  await add(home, "call the dentist");
  await add(home, "call the vet");
  await home.send();
  expect(home.receiver.messages).toHaveLength(1);
  expect((await home.page()).state).toContain("because its server said that it is gone");
});

test("redirects are not followed", async () => {
  await using home = await withWebhook();
  const { receiver } = home;
  receiver.behave((request, response) =>
    response.writeHead(request.url === "/else" ? 204 : 307, { Location: "/else" }).end(),
  );
  await add(home, "call the dentist");
  await home.send();
  expect(receiver.messages).toHaveLength(1);
  expect((await home.page()).messages[0]!.state).toBe("Waits after 1 try, answer 307");
});

test("a test and a second sending are as any other message", async () => {
  await using home = await withWebhook();
  const { db, nora, id, send, page } = home;
  expect(await sendTest(db, nora, id)).toBe("asked");
  const [body] = await send();
  expect(body).toEqual({ type: "test", timestamp: expect.any(String), data: {} });
  const [message] = (await page()).messages;
  expect(message).toMatchObject({ kind: "test", canSendAgain: true });
  expect(message!.state).toMatch(/^Delivered .+, answer 204$/);
  expect(await sendAgain(db, nora, message!.id)).toMatchObject({ outcome: "asked" });
  await send();
  const ids = home.receiver.messages.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([message!.id, message!.id]);
  const others = await newFamily(db);
  expect(await sendTest(db, others, id)).toBe("missing");
  expect(await sendAgain(db, others, message!.id)).toBeNull();
});

test("a message that a stopped worker had begun comes again from the next one", async () => {
  await using home = await withWebhook();
  const { db, receiver, sender } = home;
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
  receiver.behave(() => come());
  await add(home, "call the dentist");
  await sender.send(nowIso());
  await hasCome;
  await sender.end();
  receiver.behave();
  const settings = { encryptionKey, trustedHosts: [receiver.host] };
  const next = createWebhookSender(db, settings, () => undefined);
  await next.send(nowIso());
  await next.idle();
  const ids = receiver.messages.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await next.end();
});

test("two workers never send to one webhook at the same time", async () => {
  await using home = await withWebhook();
  const { db, receiver, sender } = home;
  const settings = { encryptionKey, trustedHosts: [receiver.host] };
  const other = createWebhookSender(db, settings, () => undefined);
  for (const what of ["dentist", "vet", "doctor"]) await add(home, `call the ${what}`);
  await Promise.all([sender.send(nowIso()), other.send(nowIso())]);
  await Promise.all([sender.idle(), other.idle()]);
  expect(receiver.messages).toHaveLength(3);
  await other.end();
});

test("beyond a household's share, messages wait", async () => {
  await using home = await withWebhook();
  const { db, id, send, receiver } = home;
  const now = nowIso();
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    position: at + 1,
    id: `old-${at}`,
    webhook_id: id,
    kind: "test" as const,
    subject_id: `old-${at}`,
    made_at: now,
    next_at: now,
    state: "sent" as const,
    ended_at: now,
  }));
  await db.insertInto("webhook_messages").values(rows).execute();
  await add(home, "call the dentist");
  await send();
  expect(receiver.messages).toEqual([]);
  await db
    .updateTable("webhook_messages")
    .set({ ended_at: earlierBy(now, { hours: 1 }) })
    .where("state", "=", "sent")
    .execute();
  await home.letTimePass();
  expect(await send()).toHaveLength(1);
});

test("an address inside the network is never called, whatever its name", async () => {
  await using home = await withWebhook();
  const { db, receiver } = home;
  await add(home, "call the dentist");
  const strict = createWebhookSender(db, { encryptionKey, trustedHosts: [] }, () => undefined);
  await strict.send(nowIso());
  await strict.idle();
  await strict.end();
  expect(receiver.messages).toEqual([]);
});
