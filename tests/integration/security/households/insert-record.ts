import { plantImport } from "../../../support/records/plant-import.ts";
import { plantWebhook } from "../../../support/records/plant-webhook.ts";
import { plantMailbox } from "../../../support/records/plant-mailbox.ts";
import { v7 as newId } from "uuid";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { listChildPages, makeChildPage } from "#app/domain/children/child-pages.server.ts";
import { giveStars, turnStars } from "#app/domain/children/stars.server.ts";
import { addItems, deleteItem, markItem } from "#app/domain/lists/items.server.ts";
import { addList, deleteList } from "#app/domain/lists/lists.server.ts";
import { addToChecklist, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { addFromMail } from "#app/domain/mail/act-on-mail.server.ts";
import { pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { moveTaskToList } from "#app/domain/pages/items-and-tasks.server.ts";
import { addMessages } from "#app/domain/webhooks/record-events.server.ts";
import { listTokens, makeToken } from "#app/domain/tokens/tokens.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { hashPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { encrypt } from "#app/domain/core/encryption.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { giveAuthenticator, startSetup } from "../../../support/browser/authenticator.ts";
import { addDueReminder } from "../../../support/messages/deliveries.ts";
import { addDelivery } from "../../../support/records/add-delivery.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  type TestFamily,
} from "../../../support/records/family.ts";
import { newSeries } from "../../../support/records/series.ts";
import { insertPasskey } from "../../../support/records/insert-passkey.ts";
import { setOwner } from "../../../support/people/owner.ts";
import type { RunningMila } from "../../../support/product/shared-mila.ts";
import { plantTask } from "../signed-in.ts";
import { someRequester } from "../../../support/people/some-requester.ts";
import { personIdOf } from "../../../support/records/people.ts";
import { readerSettings } from "../../../support/mails/reader-settings.ts";

/** Replaces ":id", ":rid" … in a route's path and fields. */
export type InsertedRecord = { id: string } & Record<string, string>;

type Plant = (mila: RunningMila, family: TestFamily) => Promise<InsertedRecord>;

/** Each creates what a route's URL points to, ready for a valid form post. */
const plants = {
  task: async ({ db }, family) => ({ id: await plantTask(db, family) }),
  deletedTask: async ({ db }, family) => ({
    id: await plantTask(db, family, { deleted_at: nowIso() }),
  }),
  datedTask: async ({ db }, family) => {
    const id = await plantTask(db, family);
    const due = {
      due_date: "2101-01-01T15:00:00.000Z",
      due_local: "2101-01-01T15:00",
      due_time_zone: "UTC",
    };
    await db.updateTable("tasks").set(due).where("id", "=", id).execute();
    return { id };
  },
  repeatingTask: async ({ db }, family) => ({
    id: await newSeries(db, family, {
      rule: "FREQ=WEEKLY",
      due: "2101-01-01T15:00",
      now: nowIso(),
    }),
  }),
  dateOfSeries: async ({ db }, family) => ({
    id: await newSeries(db, family, {
      rule: "FREQ=WEEKLY",
      due: "2101-01-01T15:00",
      now: nowIso(),
    }),
    date: "2101-01-15",
  }),
  endedTask: async ({ db }, family) => {
    const id = await newSeries(db, family, {
      rule: "FREQ=WEEKLY",
      due: "2101-01-01T15:00",
      now: nowIso(),
    });
    await endRepetition(db, family, id, { isEnded: true });
    return { id };
  },
  ownPerson: async ({ db }, { userId }) => ({ id: await personIdOf(db, userId) }),
  awayDates: async ({ db }, { householdId, userId }) => {
    const id = newId();
    const days = { first_on: "2101-01-01", last_on: "2101-01-07", created_at: nowIso() };
    await db
      .insertInto("away_dates")
      .values({ id, household_id: householdId, person_id: await personIdOf(db, userId), ...days })
      .execute();
    return { id };
  },
  movedTask: async ({ db }, family) => {
    const { id } = await plantList({ db }, family);
    const taskId = await plantTask(db, family);
    const moved = await moveTaskToList(db, family, { taskId, listId: id });
    if (!moved || "refused" in moved) throw new Error("The task did not move");
    return { id, request: moved.requestId };
  },
  checklistItem: async ({ db }, family) => {
    const id = await plantTask(db, family);
    await addToChecklist(db, family, id, { names: ["Socks"], requestId: newId() });
    return { id, iid: (await findChecklist(db, id))[0]!.id };
  },
  reminder: async ({ db }, family) => {
    const [id, rid] = [await plantTask(db, family), newId()];
    const instant = "2101-01-01T00:00:00.000Z";
    await db
      .insertInto("reminders")
      .values({
        id: rid,
        task_id: id,
        user_id: family.userId,
        origin: "custom",
        minutes_before: 60,
        message: "Buy milk",
        planned_at: instant,
        scheduled_at: instant,
        status: "pending",
      })
      .execute();
    return { id, rid };
  },
  familyMember: async ({ db }, family) => newSpouse(db, family),
  child: async ({ db }, family) => newChild(db, family),
  // With a task that the child does.
  childPage: async ({ db }, family) => {
    const { id } = await newChild(db, family);
    const made = await makeChildPage(db, { ...family, timeZone: "UTC" }, id);
    if (typeof made === "string") throw new Error(`No page was made: ${made}`);
    const task = await plantTask(db, family);
    await db.updateTable("tasks").set({ assignee_id: id }).where("id", "=", task).execute();
    const [page] = await listChildPages(db, { ...family, timeZone: "UTC" }, id);
    return { id, pid: page!.id, token: made.token, task };
  },
  childWithStars: async ({ db }, family) => {
    const { id } = await newChild(db, family);
    const viewer = { ...family, timeZone: "UTC" };
    await turnStars(db, viewer, { isOn: true });
    const given = await giveStars(db, viewer, id, { stars: 2, reason: id });
    if (typeof given === "string") throw new Error(`No star was given: ${given}`);
    return { id, sid: given.id };
  },
  householdMember: async ({ db }, { householdId }) => ({ id: await newMember(db, householdId) }),
  // With another owner, so that the household survives them.
  ownMembership: async ({ db }, { userId, householdId }) => {
    await newMember(db, householdId, "owner");
    await db
      .updateTable("household_members")
      .set({ role: "member" })
      .where("user_id", "=", userId)
      .execute();
    return db
      .selectFrom("household_members")
      .select("id")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
  },
  invitation: async ({ db }, family) => ({
    id: await newInvitation(db, family, `${newId()}@example.com`),
  }),
  // Into another household, for the family's own address.
  acceptance: async ({ db, dataFolder }, { userId }) => {
    const id = await newInvitation(db, await newFamily(db), `${userId}@example.com`);
    return { id, token: linkToken(readSecrets(dataFolder).link, "invitation", id) };
  },
  password: ({ db }, { userId }) => givePassword(db, userId),
  authenticatorSetup: async ({ dataFolder }, { userId }) => {
    const setup = await startSetup(dataFolder, userId);
    return { id: userId, setup: setup.sealed, code: setup.code() };
  },
  authenticator: async ({ db, dataFolder }, { userId }) => {
    await db.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
    const app = await giveAuthenticator({ db, dataFolder }, userId);
    return { id: userId, code: app.code(1) };
  },
  googleAccount: async ({ db }, { userId }) => {
    const account = {
      sub: `google-${userId}`,
      email: "nora@example.com",
      scope: "",
      created_at: nowIso(),
    };
    await db
      .insertInto("google_accounts")
      .values({ user_id: userId, ...account })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ...(await givePassword(db, userId)), provider: "google" };
  },
  childQuestion: async ({ db }, family) => {
    const id = await plantTask(db, family);
    const question = {
      id: newId(),
      household_id: family.householdId,
      name: id,
      task_id: id,
      asked_at: nowIso(),
    };
    await db.insertInto("child_questions").values(question).execute();
    return { id };
  },
  learnedWord: async ({ db }, { householdId }) => {
    const id = newId();
    const learned = { words: id, kind: "category", value: "Kids", learned_at: nowIso() } as const;
    await db
      .insertInto("learned_words")
      .values({ id, household_id: householdId, ...learned })
      .execute();
    return { id };
  },
  // With an item on it, and another one that was ticked before.
  list: async ({ db }, family) => plantList({ db }, family),
  deletedList: async ({ db }, family) => {
    const list = await plantList({ db }, family);
    await deleteList(db, family, list.id);
    return list;
  },
  mail: async (mila, family) => ({ id: (await plantMail(mila, family)).id }),
  addedMail: async (mila, family) => {
    const { id, encryptionKey } = await plantMail(mila, family);
    const chosen = { mailId: id, things: [{ thing: 0 }], requestId: newId() };
    await addFromMail(mila.db, { ...family, timeZone: "UTC" }, chosen, encryptionKey);
    return { id };
  },
  break: async ({ db }, { householdId }) => {
    const id = newId();
    const dates = { starts_on: "2027-07-01", ends_on: "2027-08-31", created_at: nowIso() };
    await db
      .insertInto("breaks")
      .values({ id, household_id: householdId, name: id, ...dates })
      .execute();
    return { id };
  },
  passkey: async ({ db }, { userId }) => ({ id: await insertPasskey(db, userId, "Phone") }),
  ownership: async ({ db }, { userId }) => {
    await setOwner(db, "id", userId);
    return { id: userId };
  },
  // Another user's account, for Mila's owner.
  account: async ({ db }, { userId }) => {
    await setOwner(db, "id", userId);
    return { id: (await newFamily(db)).userId };
  },
  // Another user's messages, for Mila's owner.
  delivery: async ({ db }, { userId }) => {
    await setOwner(db, "id", userId);
    const id = await addDelivery(db, await newFamily(db), { state: "ready" });
    // A later one would look like written before the clock was set back.
    await db.updateTable("deliveries").set({ created_at: nowIso() }).where("id", "=", id).execute();
    return { id };
  },
  failedDelivery: async ({ db }, { userId }) => {
    await setOwner(db, "id", userId);
    return {
      id: await addDelivery(db, await newFamily(db), { state: "failed", reason: "refused" }),
    };
  },
  session: async ({ db }, { userId }) => {
    await startSession(db, userId, { device: "Firefox on Linux" });
    return db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", userId)
      .where("device", "is not", null)
      .executeTakeFirstOrThrow();
  },
  // A task with a pending request, and its spouse, to ask again.
  delegation: async ({ db, dataFolder }, family) => {
    const [{ id: spouse }, id] = [await newSpouse(db, family), await plantTask(db, family)];
    const asked = await ask(db, family, { taskId: id, familyMemberId: spouse, method: "link" });
    if (asked.status !== "asked") throw new Error(asked.status);
    return { id, spouse, token: linkToken(readSecrets(dataFolder).link, "delegation", asked.id) };
  },
  import: async ({ db }, family) => ({
    id: await plantImport(db, family, { rows: [`task,${newId()},,,`], fileName: newId() }),
  }),
  accessToken: async ({ db }, family) => {
    const made = await makeToken(db, family, { name: newId(), access: "ask", days: "30" });
    if (made === "too_many") throw new Error("No token was made");
    const [token] = await listTokens(db, { ...family, timeZone: "UTC" });
    return { id: token!.id, secret: made.secret };
  },
  pushDevice: async ({ db }, { userId }) => {
    const id = newId();
    const keys = { p256dh: "", auth: "", endpoint: `https://push.example.com/${id}` };
    await db
      .insertInto("push_devices")
      .values({ id, user_id: userId, session_id: id, name: id, created_at: nowIso(), ...keys })
      .execute();
    return { id, endpoint: keys.endpoint };
  },
  // Due far ahead, so that the worker leaves its message alone.
  reminderAction: async ({ db, dataFolder }, family) => {
    const { taskId, deliveryId } = await addDueReminder(db, family, {
      channel: "push",
      dueAt: "2101-01-01T00:00:00.000Z",
    });
    return {
      id: taskId,
      token: linkToken(readSecrets(dataFolder).link, "reminder-done", deliveryId),
    };
  },
  calendarFeed: async ({ db, dataFolder }, { userId }) => {
    await saveFeed(db, userId, ["Kids"]);
    const feed = await findFeedSettings(db, userId);
    if (!feed) throw new Error("The feed is not on");
    return {
      id: feed.id,
      token: linkToken(readSecrets(dataFolder).link, "calendar-feed", feed.id, feed.version),
    };
  },
  // Read long ago, and due far ahead, so that the worker leaves it alone.
  shownCalendar: async ({ db, dataFolder }, { userId, householdId }) => {
    const id = newId();
    const address = encrypt(readSecrets(dataFolder).encryption, "https://school.invalid/", id);
    const times = {
      added_at: nowIso(),
      tried_at: nowIso(),
      next_read_at: "2101-01-01T00:00:00.000Z",
    };
    const calendar = { id, added_by: userId, host: "school.invalid", address, ...times };
    await db
      .insertInto("shown_calendars")
      .values({ household_id: householdId, ...calendar })
      .execute();
    return { id };
  },
  mailSender: async ({ db }, { householdId }) => {
    const id = newId();
    const sender = { sender_hash: id, rule: "never" as const, content: "", chosen_at: nowIso() };
    await db
      .insertInto("mail_senders")
      .values({ household_id: householdId, ...sender })
      .execute();
    return { id };
  },
  mailbox: async ({ db, dataFolder }, family) => ({
    id: await plantMailbox(db, family, readSecrets(dataFolder).encryption),
  }),
  mailAddress: async ({ db }, { userId, householdId }) => {
    const id = newId();
    const address = { token_hash: id, content: "", added_at: nowIso() };
    await db
      .insertInto("mail_addresses")
      .values({ id, household_id: householdId, added_by: userId, ...address })
      .execute();
    return { id };
  },
  webhook: plantHook,
  webhookThatIsOff: async (mila, family) => {
    const { id } = await plantHook(mila, family);
    const off = { off_at: nowIso(), off_reason: "failing" as const };
    await mila.db.updateTable("webhooks").set(off).where("id", "=", id).execute();
    return { id };
  },
  webhookMessage: async (mila, family) => {
    const [webhook, subjectId] = [await plantHook(mila, family), newId()];
    const messages = { kind: "test", subjectIds: [subjectId], now: nowIso() } as const;
    await mila.db.transaction().execute((trx) => addMessages(trx, [webhook], messages));
    return mila.db
      .updateTable("webhook_messages")
      .set({ state: "sent", status: 204, ended_at: nowIso() })
      .where("subject_id", "=", subjectId)
      .returning("id")
      .executeTakeFirstOrThrow();
  },
  taskAndSpouse: async ({ db }, family) => {
    const { id: spouse } = await newSpouse(db, family);
    return { id: await plantTask(db, family), spouse };
  },
} satisfies Record<string, Plant>;

async function plantHook({ db, dataFolder }: RunningMila, family: TestFamily) {
  const key = readSecrets(dataFolder).encryption;
  const kinds = ["list.item_added" as const];
  const address = `https://program.invalid/${newId()}`;
  const { id } = await plantWebhook(db, family, address, { key, kinds });
  return { id };
}

/** Shared, because hashing is slow. */
let hash: Promise<string> | undefined;

export type RecordKind = keyof typeof plants;

/** Creates the route's record and returns its ids. */
export function insertRecord(
  mila: RunningMila,
  family: TestFamily,
  about: RecordKind,
): Promise<InsertedRecord> {
  return plants[about](mila, family);
}

export async function insertAllRecords(
  mila: RunningMila,
  family: TestFamily,
): Promise<Record<string, InsertedRecord>> {
  const kinds = Object.keys(plants) as RecordKind[];
  return Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await insertRecord(mila, family, kind)])),
  );
}

async function givePassword(db: RunningMila["db"], userId: string): Promise<InsertedRecord> {
  const password = "correct horse 7";
  hash ??= hashPassword(password, someRequester);
  await db
    .updateTable("users")
    .set({ password_hash: await hash })
    .where("id", "=", userId)
    .execute();
  return { id: userId, password };
}

async function plantMail({ db, dataFolder }: RunningMila, family: TestFamily) {
  const encryptionKey = readSecrets(dataFolder).encryption;
  const mail = pasted(`Please return the slip by 10 June 2041. ${newId()}`);
  const taken = await takeMail(
    db,
    { ...family, timeZone: "UTC" },
    mail,
    readerSettings(encryptionKey),
  );
  if ("refused" in taken) throw new Error(`The mail was not taken: ${taken.refused}`);
  return { id: taken.id, encryptionKey };
}

async function plantList(
  { db }: Pick<RunningMila, "db">,
  family: TestFamily,
): Promise<InsertedRecord> {
  const list = await addList(db, family, newId());
  if (list === "too_many") throw new Error("There are too many lists");
  const [iid, bought, request] = [newId(), newId(), newId()];
  await addItems(db, family, list.id, { names: ["Hat"], requestId: request, itemId: iid });
  const other = { names: ["Sunscreen"], requestId: newId(), itemId: bought };
  await addItems(db, family, list.id, other);
  await markItem(db, family, bought, { isTicked: true, at: nowIso() });
  const gone = newId();
  await addItems(db, family, list.id, { names: ["Map"], requestId: newId(), itemId: gone });
  await deleteItem(db, family, gone);
  const at = earlierBy(nowIso(), { minutes: 5 });
  await db.updateTable("list_items").set({ deleted_at: at }).where("id", "=", gone).execute();
  return { id: list.id, iid, request, at, tasks: await plantTask(db, family) };
}

async function newChild(
  db: RunningMila["db"],
  { userId, householdId }: TestFamily,
): Promise<InsertedRecord> {
  const id = newId();
  const child = { id, added_by: userId, household_id: householdId, name: id } as const;
  await db
    .insertInto("people")
    .values({ ...child, relation: "child", created_at: "2001-01-01T00:00:00.000Z" })
    .execute();
  return { id };
}

async function newSpouse(
  db: RunningMila["db"],
  { userId, householdId }: TestFamily,
): Promise<InsertedRecord> {
  const id = newId();
  const created_at = "2001-01-01T00:00:00.000Z";
  await db
    .insertInto("people")
    .values({
      id,
      added_by: userId,
      household_id: householdId,
      name: "Sam",
      relation: "spouse",
      created_at,
    })
    .execute();
  return { id };
}
