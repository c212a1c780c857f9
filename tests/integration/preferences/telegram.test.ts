import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { type FakeTelegram, startFakeTelegram } from "../../fakes/telegram.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";

const soon = { timeout: 15_000 };
const page = "/preferences/notifications/telegram";
const notWorking = expect.stringMatching(/^That code doesn't work anymore/);
let telegram: FakeTelegram;
let mila: MilaWithDatabase;
let chats = 7_000;

beforeAll(async () => {
  telegram = await startFakeTelegram();
  mila = await startMilaWithDatabase(telegram.settings);
  const bots = mila.db.selectFrom("telegram_bots").select("username");
  await vi.waitUntil(async () => (await bots.executeTakeFirst())?.username, soon);
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await telegram[Symbol.asyncDispose]();
});

const textsTo = (chat: number) => telegram.messagesTo(chat).map(({ text }) => text);

async function newNora() {
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url, {
    cookie: `mila_session=${family.cookie("mila_session")}`,
  });
  return { nora, family };
}

function codeOn(nora: FormBrowser): string {
  const { href } = nora.link("Open Telegram and press Start");
  expect(href).toMatch(/^https:\/\/t\.me\/mila_test_bot\?start=[A-Z\d]{12}$/);
  return new URL(href).searchParams.get("start") ?? "";
}

/** Also for someone who is connected. */
async function newCode({ nora, family }: Awaited<ReturnType<typeof newNora>>): Promise<string> {
  await family.post(page);
  await nora.visit(page);
  return codeOn(nora);
}

/** Presses Start in Telegram. */
async function connect(nora: FormBrowser): Promise<number> {
  chats += 1;
  const chat = chats;
  await nora.visit(page);
  await nora.press("Connect Telegram");
  telegram.write(chat, `/start ${codeOn(nora)}`);
  await expect.poll(() => textsTo(chat), soon).toHaveLength(1);
  expect(textsTo(chat)[0]).toMatch(/^Connected/);
  return chat;
}

/** Makes its reminder due now, and waits for its message. */
const dueNow = () => ({ planned_at: nowIso(), scheduled_at: nowIso() });

async function remindOf(
  family: Awaited<ReturnType<typeof newNora>>["family"],
  chat: number,
  title: string,
) {
  const taskId = await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  await mila.db.updateTable("reminders").set(dueNow()).where("task_id", "=", taskId).execute();
  const find = () => telegram.messagesTo(chat).find(({ text }) => text.startsWith(title));
  await expect.poll(find, soon).toBeDefined();
  return { taskId, done: find()?.reply_markup?.inline_keyboard[0]?.[0]?.callback_data ?? "" };
}

const taskOf = (id: string) =>
  mila.db
    .selectFrom("tasks")
    .select(["is_completed", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a chat is connected by a code, gets a test and is turned off", async () => {
  const { nora } = await newNora();
  const chat = await connect(nora);
  await nora.reload();
  await nora.press("Send a test");
  await expect.poll(() => textsTo(chat)[1], soon).toMatch(/^It works\n/);
  await nora.visit(page);
  await nora.press("Turn off");
  expect(nora.toast).toContain("Telegram is off");
});

test("a code works once", async () => {
  const code = await newCode(await newNora());
  const [first, second] = [(chats += 1), (chats += 1)];
  telegram.write(first, `/start ${code}`);
  telegram.write(second, `/start ${code}`);
  await expect.poll(() => textsTo(first), soon).toEqual([expect.stringMatching(/^Connected/)]);
  await expect.poll(() => textsTo(second), soon).toEqual([notWorking]);
});

test("a chat that changes hands, and one that is left, are both told", async () => {
  const [{ nora }, sam] = [await newNora(), await newNora()];
  const [shared, own] = [await connect(nora), await connect(sam.nora)];
  telegram.write(shared, `/start ${await newCode(sam)}`);
  await expect
    .poll(() => textsTo(own), soon)
    .toContainEqual(expect.stringMatching(/^Your reminders go to another chat/));
  await expect
    .poll(() => textsTo(shared).at(-1), soon)
    .toContain("This chat was someone else's before: they get nothing here now.");
  await nora.visit("/dashboard");
  expect(nora.text).toContain("Your chat in Telegram was connected to someone else's account");
  await connect(nora);
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("Your chat in Telegram was connected");
});

test("an old code connects nothing, and its chat is told so", async () => {
  const nora = await newNora();
  const chat = await connect(nora.nora);
  const code = await newCode(nora);
  const longAgo = laterBy(nowIso(), { minutes: -16 });
  await mila.db.updateTable("telegram_codes").set({ requested_at: longAgo }).execute();
  telegram.write((chats += 1), `/start ${code}`);
  telegram.write(chat, `/start ${code}`);
  await expect.poll(() => textsTo(chat).slice(1), soon).toEqual([notWorking]);
  await expect.poll(() => textsTo(chats), soon).toEqual([notWorking]);
});

test("Done on a reminder completes its task, only for the person who got it", async () => {
  const { nora, family } = await newNora();
  const chat = await connect(nora);
  const { taskId, done } = await remindOf(family, chat, "Pick up Emma");
  const stranger = await connect((await newNora()).nora);
  telegram.tap(stranger, done);
  await expect
    .poll(() => telegram.taps.at(-1)?.text, soon)
    .toBe("Nothing changed, this reminder is over.");
  expect((await taskOf(taskId)).is_completed).toBe(0);
  telegram.tap(chat, done);
  await expect
    .poll(() => telegram.taps.at(-1)?.text, soon)
    .toBe("Done. Write UNDO to take it back.");
  expect((await taskOf(taskId)).is_completed).toBe(1);
  telegram.write(chat, "undo");
  await expect.poll(() => textsTo(chat).at(-1), soon).toBe("Open again: Pick up Emma.");
  expect((await taskOf(taskId)).is_completed).toBe(0);
});

test("what a person writes becomes a task, once, even if Telegram lists it again", async () => {
  const { nora } = await newNora();
  const chat = await connect(nora);
  telegram.write(chat, "Pick up Emma tomorrow at 3pm");
  await expect
    .poll(() => textsTo(chat).at(-1), soon)
    .toBe(
      "Got it: Pick up Emma, tomorrow 3:00 PM, Kids. Reply UNDO to take it back, LIST for today.",
    );
  await nora.visit("/dashboard");
  expect(nora.text.match(/Pick up Emma/g)).toHaveLength(1);
});

test("a person who blocks the bot gets nothing until they start it again", async () => {
  const { nora, family } = await newNora();
  const chat = await connect(nora);
  telegram.setStatus(chat, "kicked");
  const isOut = () =>
    mila.db
      .selectFrom("opt_outs")
      .select("address")
      .where("address", "=", String(chat))
      .executeTakeFirst();
  await expect.poll(isOut, soon).toBeDefined();
  const taskId = await addTask(family, { title: "Water the plants", dueDate: "2031-06-10T15:00" });
  await mila.db.updateTable("reminders").set(dueNow()).where("task_id", "=", taskId).execute();
  const states = () =>
    mila.db
      .selectFrom("deliveries")
      .select("reason")
      .where("channel", "=", "telegram")
      .where("reason", "is not", null)
      .execute();
  await expect.poll(states, soon).toContainEqual({ reason: "opted_out" });
  await nora.visit("/preferences/notifications");
  expect(nora.text).toContain("send START to Mila's bot");
  telegram.setStatus(chat, "member");
  await expect.poll(isOut, soon).toBeUndefined();
});
