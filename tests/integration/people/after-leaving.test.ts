import { expect, test } from "vitest";
import { findSession, startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { findFeed } from "#app/domain/calendar/files/feed.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { handleUpdate } from "#app/domain/inbox/telegram/handle-update.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { findDoneMonth } from "#app/domain/pages/done-this-month.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { listUpcomingReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { inboxSettings, talk } from "../../support/messages/talk.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";

const chat = 4_712;
const left = "Nothing changed, that was in a household that you have left.";

test("whoever has left and answers an earlier reminder is told so, and changes nothing", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: String(chat) })
    .where("user_id", "=", bob.userId)
    .execute();
  const { deliveryId } = await addDueReminder(db, bob);
  await newSender(db, twilio.settings).sendDue();
  await leaveHousehold(db, bob, bob.membershipId);
  await db.updateTable("tasks").set({ title: "Lawyer" }).execute();
  const from = bobsPhone;
  expect(await talk(db, "done", { from })).toBe(`Mila: ${left}`);
  expect(await talk(db, "snooze", { from })).toBe(`Mila: ${left}`);
  const message = {
    message_id: 1,
    date: Math.floor(Date.now() / 1_000),
    chat: { id: chat, type: "private" as const },
  };
  const update = {
    update_id: 1,
    callback_query: { id: "1", from: { id: chat }, data: `done:${deliveryId}`, message },
  };
  const receipt = { isNew: async () => true, record: async () => true };
  const tapped = await handleUpdate(db, { update, receipt, settings: inboxSettings }, nowIso());
  expect(tapped).toMatchObject([{ type: "tap", text: left }]);
  const tasks = db.selectFrom("tasks").select(["is_completed", "user_id"]);
  expect(await tasks.execute()).toEqual([{ is_completed: 0, user_id: nora.userId }]);
});

test("whoever deletes the account is signed out, and its feed, chat and copied links end at once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const preferences = db.updateTable("user_preferences").set({ telegram_chat: String(chat) });
  await preferences.where("user_id", "=", bob.userId).execute();
  const session = await db.transaction().execute((trx) => startSession(trx, bob.userId, {}));
  await saveFeed(db, bob.userId, ["Kids"]);
  const feed = (await findFeedSettings(db, bob.userId))!;
  const id = await sendRequest(db, bob, await newTask(db, bob), nora.sam, "link");
  const copied = { id, version: 1, isCopy: true };
  const say = (words: string) => talk(db, words, { channel: "telegram", from: String(chat) });
  expect(await findSession(db, session, "network")).toMatchObject({ userId: bob.userId });
  expect(await say("List")).toBe("Mila: Nothing more today.");
  expect(await findFeed(db, feed)).toBeDefined();
  expect(await findRequestPage(db, copied)).toMatchObject({ title: "Pick up Emma" });

  await deleteAccount(db, bob.userId);
  expect(await findSession(db, session, "network")).toBeNull();
  expect(await say("List")).toContain("I don't know you here yet");
  expect(await findFeed(db, feed)).toBeUndefined();
  expect(await findRequestPage(db, copied)).toMatchObject({ status: "link_ended", title: null });
});

test("what whoever has left did stays under their name", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  await completeTask(db, bob, await newTask(db, nora));
  const read = async () =>
    (await findDoneMonth(db, nora, null)).people.map(({ name, done }) => [
      name,
      done.map(({ title }) => title),
    ]);
  const byBob = [["Bob", ["Pick up Emma"]]];
  expect(await read()).toEqual(byBob);
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await read()).toEqual(byBob);
});

test("what someone without an account did stays theirs when the family removes them", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const request = await sendRequest(db, nora, taskId);
  for (const answer of ["accept", "done"] as const) await answerAs(db, request, answer);
  const read = async () => (await findDoneMonth(db, nora, null)).people.map(({ name }) => name);
  const said = async () =>
    (await findTaskPage(db, nora, taskId, true))!.history.map(({ who, words }) =>
      [who, words].join(" "),
    );
  const [before, saidBefore] = [await read(), await said()];
  expect(before).toEqual(["Sam"]);
  await removeFamilyMember(db, nora, nora.sam);
  expect(await read()).toEqual(before);
  expect(await said()).toEqual(saidBefore);
});

test("what a member left goes to the owner, also if the owner's household moves at once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, mia] = [await newFamily(db), await newFamily(db)];
  const bob = await newBob(db, nora);
  await addManyTasks(db, { email: `${bob.userId}@example.com` }, { count: 60, days: 20 });
  expect(await leaveHousehold(db, bob, bob.membershipId)).toBe("done");
  const linkKey = "k".repeat(43);
  const id = await newInvitation(db, mia, `${nora.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(db, nora.userId, { linkKey, token })).toBe("joined");
  await removeAccounts(db);
  await announceWaiting(db, nowIso());
  const tasks = db.selectFrom("tasks").select("user_id").distinct();
  expect(await tasks.execute()).toEqual([{ user_id: nora.userId }]);
});

test("whoever comes back is reminded at once as they had asked, also of what others have now", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, mia] = [await newAskingFamily(db), await newFamily(db)];
  const bob = await newBob(db, nora);
  const taskId = await newTask(db, nora);
  expect(await addReminder(db, bob, taskId, { minutesBefore: 60 })).toBe("added");
  const upcoming = async () =>
    (await listUpcomingReminders(db, bob, nowIso())).map(({ label }) => label);
  const join = async (family: TestFamily) => {
    const linkKey = "k".repeat(43);
    const id = await newInvitation(db, family, `${bob.userId}@example.com`);
    const token = linkToken(linkKey, "invitation", id);
    expect(await acceptInvitation(db, bob.userId, { linkKey, token })).toBe("joined");
  };
  expect(await upcoming()).toEqual(["Jun 10, 2101, 2:00 PM"]);
  await join(mia);
  expect(await upcoming()).toEqual([]);
  await join(nora);
  expect(await upcoming()).toEqual(["Jun 10, 2101, 2:00 PM"]);
});
