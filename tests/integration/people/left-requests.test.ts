import { expect, test } from "vitest";
import { listAccounts } from "#app/domain/accounts/owner/account-list.server.ts";
import { findFirstUser } from "#app/domain/accounts/users.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { statusText } from "#app/ui/delegation/status-text.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { linkKey } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { bobAskedSam, newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newInvitation } from "../../support/records/family.ts";
import { personIdOf } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";

/** Bob asked Sam and Alex by SMS; Sam said yes. */
async function scene() {
  const home = await bobAskedSam();
  const { db, nora, bob, sendDue, taskId: accepted } = home;
  const pending = await newTask(db, bob, "Call the vet");
  await sendRequest(db, bob, pending, nora.alex);
  await sendDue();
  await talk(db, "Yes", { from: phones.sam });
  await sendDue();
  return { ...home, accepted, pending };
}

test.for(waysToLeave)(
  "when a member %s, their requests go on in the owner's name, and all are told",
  async ([, go]) => {
    await using home = await scene();
    const { db, nora, bob, accepted, pending, sendDue, textsTo } = home;
    await go(db, nora, bob);
    await sendDue();
    const because = "because the person who asked has left";
    expect(textsTo(phones.sam).slice(1)).toEqual([
      `Nora counts on you now, ${because}: Pick up Emma.`,
    ]);
    expect(textsTo(phones.alex).slice(1)).toEqual([`Nora asks you now, ${because}: Call the vet.`]);
    const alex = { from: phones.alex };
    expect(await talk(db, "Yes", alex)).toBe(
      "Mila: Thank you. Nora knows you're on it: Call the vet.",
    );
    expect(await talk(db, "No", { from: phones.sam })).toContain(
      "Nora knows you can't any more: Pick up Emma",
    );
    await sendDue();
    expect(textsTo(phones.nora)).toEqual([
      "Alex says yes: Call the vet.",
      "Sam can't any more: Pick up Emma.",
    ]);
    for (const id of [accepted, pending])
      expect((await readDelegation(db, id)).requests).toMatchObject([{ asked_by: nora.userId }]);
    // Whoever said yes still learns when it is no longer needed.
    await withdrawRequest(db, nora, pending);
    await sendDue();
    expect(textsTo(phones.alex).at(-1)).toContain("Nora cancelled this request: Call the vet");
  },
);

test("when the only account of a household is deleted, whoever said yes learns that it is no longer needed", async () => {
  await using home = await scene();
  const { db, nora, bob, sendDue, textsTo } = home;
  await removeHouseholdMember(db, nora, bob.membershipId);
  await sendDue();
  await talk(db, "Yes", { from: phones.alex });
  const [sams, alexs] = [textsTo(phones.sam).length, textsTo(phones.alex).length];
  expect(await deleteAccount(db, nora.userId, { mayLeaveNoOwner: true })).toBe("is_alone");
  await deleteAccount(db, bob.userId, { mayLeaveNoOwner: true });
  await removeAccounts(db);
  await sendDue();
  expect(textsTo(phones.sam).slice(sams)).toEqual([
    "No longer needed: Pick up Emma. Nothing for you to do.",
  ]);
  expect(textsTo(phones.alex).slice(alexs)).toEqual([
    "No longer needed: Call the vet. Nothing for you to do.",
  ]);
  expect(await listAccounts(db)).toEqual([]);
  expect(await findFirstUser(db)).toBeUndefined();
  await purgeExpiredRecords(db, laterBy(nowIso(), { hours: 49 }));
  for (const table of ["users", "deliveries"] as const)
    expect([table, await db.selectFrom(table).select("id").execute()]).toEqual([table, []]);
});

test("the coming tasks and series leave the calendar of a removed member, what is past stays", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using connected = await newConnectedUser(db);
  const { google, nora, sender } = connected;
  const bob = { ...(await newBob(db, nora)), email: "bob@example.com" };
  await connectUser(db, google, bob, sender.outbox);
  await db
    .updateTable("user_preferences")
    .set({ auto_save_to_calendar: 1 })
    .where("user_id", "=", bob.userId)
    .execute();
  const [byHand, past] = [
    await newTaskDue(db, nora),
    await newTaskDue(db, nora, "2041-05-05T15:00", "Dentist"),
  ];
  for (const id of [byHand, past]) await saveToCalendar(db, bob, id);
  await newSeries(db, bob, { rule: "FREQ=WEEKLY", due: "2041-05-06T19:00", now: nowIso() });
  await sender.sendDue();
  const titles = () =>
    google
      .events(bob.email)
      .filter(({ status }) => status === "confirmed")
      .map(({ summary }) => summary);
  expect(titles().length).toBeGreaterThanOrEqual(4);
  await db
    .updateTable("tasks")
    .set({ due_date: "2020-05-05T19:00:00.000Z" })
    .where("id", "=", past)
    .execute();
  await removeHouseholdMember(db, nora, bob.membershipId);
  await sender.sendDue();
  expect(titles()).toEqual(["Dentist"]);
});

test("whoever said yes learns that it is over before they learned who asks now", async () => {
  await using home = await scene();
  const { db, nora, bob, accepted, sendDue, textsTo } = home;
  await deleteAccount(db, bob.userId);
  await withdrawRequest(db, nora, accepted);
  await sendDue();
  expect(textsTo(phones.sam).slice(1)).toEqual([
    "Nora cancelled this request: Pick up Emma. Nothing for you to do.",
  ]);
});

test("the link of a request that ended as its person left says so once they are back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const person = await personIdOf(db, bob.userId);
  await db.updateTable("people").set({ relation: "partner" }).where("id", "=", person).execute();
  const id = await sendRequest(db, nora, await newTask(db, nora), person);
  await leaveHousehold(db, bob, bob.membershipId);
  const text = async () =>
    statusText((await findRequestPage(db, { id, version: 1, isCopy: false }))!).text;
  expect(await text()).toContain("You are not in this family's list any more.");
  await db
    .updateTable("users")
    .set({ email: "bob@example.com" })
    .where("id", "=", bob.userId)
    .execute();
  const invitation = await newInvitation(db, nora, "bob@example.com");
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, bob.userId, { linkKey, token })).toBe("joined");
  expect(await text()).toBe("It ended as you left the household. Nothing for you to do.");
});
