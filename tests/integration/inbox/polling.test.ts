import { type Kysely, sql } from "kysely";
import { expect, test, vi } from "vitest";
import {
  findConnectCode,
  requestConnectCode,
} from "#app/domain/inbox/telegram/connect-code.server.ts";
import { createTelegramPoll } from "#app/domain/inbox/telegram/poll-telegram.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { TelegramBot } from "#app/services/telegram/bot.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakeTelegram, startFakeTelegram } from "../../fakes/telegram.ts";
import { linkKey } from "../../support/messages/deliveries.ts";
import { inboxSettings } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { providersBy } from "../services/messages.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";
import { failOn } from "../../support/records/fail-on.ts";

const chat = 4_711;

/** A worker that reads one batch each time. */
function newWorker(db: Kysely<Database>, telegram: FakeTelegram) {
  const logged: Record<"warn" | "error", string[]> = { warn: [], error: [] };
  const providers = providersBy(telegram.settings);
  const bot = providers.telegram as TelegramBot;
  const log = {
    warn: (_facts: object, message: string) => void logged.warn.push(message),
    error: (_facts: object, message: string) => void logged.error.push(message),
  };
  const stop = new AbortController();
  const poll = createTelegramPoll(db, { bot, providers, settings: inboxSettings }, log);
  return {
    poll: () => poll(stop.signal),
    stop: () => stop.abort(),
    logged,
  };
}

async function connectedFamily(db: Kysely<Database>) {
  const nora = await newFamily(db);
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: String(chat) })
    .where("user_id", "=", nora.userId)
    .execute();
}

/** A poll waits a second for its answers; on a busy machine they take longer. */
const soon = (check: () => void) => vi.waitFor(check, 10_000);

const failOnTitle = (db: Kysely<Database>, value: string, words: string) =>
  failOn(db, "tasks", { before: "insert", row: { column: "title", value }, words });

const titlesIn = async (db: Kysely<Database>) =>
  (await db.selectFrom("tasks").select("title").execute()).map(({ title }) => title);

test.concurrent("one worker at a time polls; another takes over once the lease ends", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  const [first, second] = [newWorker(own.db, telegram), newWorker(own.db, telegram)];
  telegram.write(chat, "Buy milk");
  await first.poll();
  telegram.write(chat, "Buy eggs");
  await second.poll();
  expect(await titlesIn(own.db)).toEqual(["Buy milk"]);
  await own.db.updateTable("telegram_bots").set({ lease_until: nowIso() }).execute();
  await second.poll();
  expect(await titlesIn(own.db)).toEqual(["Buy milk", "Buy eggs"]);
  expect(telegram.polls).toHaveLength(2);
});

test.concurrent("a chat that writes without end holds up no other chat's answer, and no reminder", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  const other = 815;
  const sam = await newFamily(own.db);
  const connected = own.db.updateTable("user_preferences").set({ telegram_chat: String(other) });
  await connected.where("user_id", "=", sam.userId).execute();
  telegram.behave({ type: "stalling", to: String(chat) });
  for (let time = 0; time < 60; time += 1) telegram.write(chat, time % 2 ? "START" : "STOP");
  telegram.write(other, "Buy milk");
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 0);
  const worker = newWorker(own.db, telegram);
  await worker.poll();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(30);
  const answered = [{ text: expect.stringContaining("Buy milk") }];
  await soon(() => expect(telegram.messagesTo(other)).toMatchObject(answered));
  expect(telegram.requests.filter(({ method }) => method === "sendMessage").length).toBeLessThan(
    10,
  );
});

test.concurrent("a hundred strangers a day get an answer, and the others leave nothing behind", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  const worker = newWorker(own.db, telegram);
  for (let stranger = 1; stranger <= 110; stranger += 1) telegram.write(10_000 + stranger, "Hello");
  await worker.poll();
  const answers = () => telegram.requests.filter(({ method }) => method === "sendMessage").length;
  await vi.waitFor(() => expect(answers()).toBe(100), { timeout: 10_000 });
  const counted = own.db.selectFrom("limit_events").where("rule", "=", "answers_to_unknown_sender");
  expect(await counted.selectAll().execute()).toHaveLength(100);
});

test.concurrent("a worker that dies in the middle of a batch loses nothing and does nothing twice", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  for (const title of ["Buy milk", "Buy eggs", "Buy bread"]) telegram.write(chat, title);
  await using failing = await failOnTitle(own.db, "Buy eggs", "killed before the commit");
  await expect(newWorker(own.db, telegram).poll()).rejects.toThrow("killed");
  expect(await titlesIn(own.db)).toEqual(["Buy milk"]);
  await failing.end();
  await own.db.updateTable("telegram_bots").set({ lease_until: nowIso() }).execute();
  await newWorker(own.db, telegram).poll();
  expect(await titlesIn(own.db)).toEqual(["Buy milk", "Buy eggs", "Buy bread"]);
  await soon(() => expect(telegram.messagesTo(chat)).toHaveLength(3));
});

test.concurrent("updates that Telegram lists again count once", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  telegram.write(chat, "Buy milk");
  const worker = newWorker(own.db, telegram);
  await worker.poll();
  // As from a copy of the database made before.
  telegram.repeatLast();
  telegram.write(chat, "Buy eggs");
  await worker.poll();
  expect(await titlesIn(own.db)).toEqual(["Buy milk", "Buy eggs"]);
  await soon(() => expect(telegram.messagesTo(chat)).toHaveLength(2));
});

test.concurrent("after a week of silence, Telegram's new numbers are read from the start", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  const worker = newWorker(own.db, telegram);
  telegram.write(chat, "Buy milk");
  await worker.poll();
  const longAgo = laterBy(nowIso(), { hours: -24 * 7 });
  await own.db
    .updateTable("telegram_bots")
    .set({ next_update: 1_000_000_000, updated_at: longAgo })
    .execute();
  telegram.write(chat, "Buy eggs");
  await worker.poll();
  expect(await titlesIn(own.db)).toEqual(["Buy milk", "Buy eggs"]);
});

test.concurrent("a worker that stops ends its wait at once and frees the lease", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  const worker = newWorker(own.db, telegram);
  const polled = worker.poll();
  await vi.waitUntil(() => telegram.polls.length > 0, 10_000);
  const startedAt = performance.now();
  worker.stop();
  await polled;
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  const { lease_until } = await own.db
    .selectFrom("telegram_bots")
    .select("lease_until")
    .executeTakeFirstOrThrow();
  expect(lease_until <= nowIso()).toBe(true);
});

test.concurrent("a refused poll is logged, and waits as Telegram says", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  telegram.behave({ type: "failing", status: 429, on: "asking" });
  const worker = newWorker(own.db, telegram);
  const isLogged = () => worker.logged.warn.length > 0;
  const polled = (async () => {
    // On a busy machine, one may end unanswered.
    while (!isLogged()) await worker.poll();
  })();
  await vi.waitUntil(isLogged, 20_000);
  expect(telegram.polls).toEqual([]);
  worker.stop();
  await polled;
});

test.concurrent("groups, pictures and unknown updates are passed over", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  telegram.write(chat, "Buy milk", "group");
  telegram.add({
    message: { message_id: 1, date: 1, chat: { id: chat, type: "private" }, photo: [] },
  });
  telegram.add({ edited_message: {} });
  telegram.tap(chat, "done:nonsense");
  await newWorker(own.db, telegram).poll();
  expect(await titlesIn(own.db)).toEqual([]);
  expect(telegram.messagesTo(chat)).toEqual([]);
  const answered = [{ text: "Nothing changed, this reminder is over." }];
  await soon(() => expect(telegram.taps).toMatchObject(answered));
});

test.concurrent("an unknown chat gets one short answer and is then ignored", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  for (const text of ["/start", "Hello?", "/list", "HELP", "START", "STOP", "ABCDEFGHJKMN"])
    telegram.write(chat, text);
  await newWorker(own.db, telegram).poll();
  const texts = () => telegram.messagesTo(chat).map(({ text }) => text);
  await soon(() => expect(texts()).not.toEqual([]));
  expect(texts()).toEqual([
    "I don't know you here yet, so I can't help. If you use Mila, confirm this number or chat in Notification Settings.",
  ]);
});

test.concurrent.each([
  ["that is over, typed", false],
  ["that is over, by its link", true],
])(
  "an unknown chat is told about a code %s, once, though it has had its one answer",
  async (_, byLink) => {
    await using own = newDatabase();
    await using telegram = await startFakeTelegram();
    const { userId } = await newFamily(own.db);
    await requestConnectCode(own.db, userId);
    const code = `${byLink ? "/start " : ""}${await findConnectCode(own.db, userId, linkKey)}`;
    await own.db
      .updateTable("telegram_codes")
      .set({ requested_at: laterBy(nowIso(), { minutes: -16 }) })
      .execute();
    for (const text of ["/start", code, code]) telegram.write(chat, text);
    await newWorker(own.db, telegram).poll();
    const texts = () => telegram.messagesTo(chat).map(({ text }) => text);
    await soon(() => expect(texts()).toHaveLength(2));
    expect(texts()).toEqual([
      expect.stringMatching(/^I don't know you here yet/),
      "That code doesn't work anymore. Please get a new one in Notification Settings.",
    ]);
  },
);

test.concurrent("an update in an unknown shape holds back no other, and is logged once", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  telegram.write(chat, "Buy milk");
  telegram.add({ message: { date: "yesterday", chat: { id: String(chat) } } });
  telegram.write(chat, "Buy eggs");
  const worker = newWorker(own.db, telegram);
  await worker.poll();
  expect((await titlesIn(own.db)).toSorted()).toEqual(["Buy eggs", "Buy milk"]);
  telegram.write(chat, "Buy bread");
  await worker.poll();
  expect(await titlesIn(own.db)).toHaveLength(3);
  expect(worker.logged.warn).toHaveLength(1);
});

test
  .skipIf(skippedOnPostgres.sql)
  .concurrent("a full disk makes no update be given up", async () => {
    await using own = newDatabase();
    await using telegram = await startFakeTelegram();
    await connectedFamily(own.db);
    telegram.write(chat, "Buy milk");
    // SQLite calls a table without a free number a full disk.
    await sql`create table full (id integer primary key autoincrement)`.execute(own.db);
    await sql`insert into full values (9223372036854775807)`.execute(own.db);
    await sql`create trigger failing before insert on tasks
    begin insert into full values (null); end`.execute(own.db);
    const worker = newWorker(own.db, telegram);
    for (const _time of [1, 2, 3, 4]) await expect(worker.poll()).rejects.toThrow("full");
    await sql`drop trigger failing`.execute(own.db);
    await worker.poll();
    expect(await titlesIn(own.db)).toEqual(["Buy milk"]);
  });

test.concurrent("an update that cannot be handled is given up after three tries, and the next ones go on", async () => {
  await using own = newDatabase();
  await using telegram = await startFakeTelegram();
  await connectedFamily(own.db);
  for (const title of ["Buy milk", "Buy eggs"]) telegram.write(chat, title);
  await using _failing = await failOnTitle(own.db, "Buy milk", "broken");
  const worker = newWorker(own.db, telegram);
  for (const _time of [1, 2]) await expect(worker.poll()).rejects.toThrow("broken");
  await worker.poll();
  expect(await titlesIn(own.db)).toEqual(["Buy eggs"]);
  expect(worker.logged.error).toHaveLength(1);
});
