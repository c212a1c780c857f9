import { expect, test } from "vitest";
import { handleUpdate } from "#app/domain/inbox/telegram/handle-update.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { inboxSettings, talk } from "../../support/messages/talk.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";

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
