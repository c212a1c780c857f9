import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import type { Database } from "#db/schema.ts";
import { findIncomingRequests } from "#app/domain/delegation/views/incoming-requests.server.ts";
import { listDelegates } from "#app/domain/delegation/asking/delegates.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newSeries } from "../../support/records/series.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";

const linkKey = "k".repeat(43);
const addressOf = ({ userId }: TestFamily) => `${userId}@example.com`;

async function join(db: Kysely<Database>, host: TestFamily, guest: TestFamily): Promise<void> {
  const token = linkToken(linkKey, "invitation", await newInvitation(db, host, addressOf(guest)));
  expect(await acceptInvitation(db, guest.userId, { linkKey, token })).toBe("joined");
  guest.householdId = host.householdId;
}

async function findReminded(db: Kysely<Database>, { userId }: TestFamily): Promise<string[]> {
  const rows = await db
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select("title")
    .distinct()
    .where("reminders.user_id", "=", userId)
    .where("status", "=", "pending")
    .orderBy("title")
    .execute();
  return rows.map(({ title }) => title);
}

const nextWeek = () => `${wallClockAt(nowIso(), "UTC").toPlainDate().add({ days: 7 })}T19:00`;

test("a joining family's entry for an existing member is linked to that account", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newAskingFamily(db), await newFamily(db)];
  const address = `${sam.userId}@example.com`;
  await db.updateTable("people").set({ email: address }).where("id", "=", nora.sam).execute();

  await join(db, sam, nora);

  expect((await listDelegates(db, sam)).map(({ name }) => name)).toEqual(["Alex", "Nora"]);
  const ofNora = await listFamilyMembers(db, nora);
  expect(ofNora.find(({ name }) => name === "Sam")).toMatchObject({
    relation: "spouse",
    hasAccount: true,
  });
  await sendRequest(db, nora, await newTask(db, nora));
  expect(await findIncomingRequests(db, sam)).toMatchObject([
    { title: "Pick up Emma", asker: "Nora" },
  ]);
});

test("whoever joins has the reminders of their turns, and of what they said yes to, at once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newAskingFamily(db), await newFamily(db)];
  await db
    .updateTable("people")
    .set({ email: addressOf(zoe) })
    .where("id", "=", nora.sam)
    .execute();
  const trash = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due: nextWeek(), now: nowIso() });
  await setTurns(db, nora, trash, { who: "people", people: [nora.sam], order: "each" });
  const accepted = await newTask(db, nora);
  await answerAs(db, await sendRequest(db, nora, accepted), "accept");
  await join(db, nora, zoe);
  expect(await findReminded(db, zoe)).toEqual(["Pick up Emma", "Take out the trash"]);
});

test("the turns that a joining family gave to someone there remind them at once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newFamily(db), await newAskingFamily(db)];
  await db
    .updateTable("people")
    .set({ email: addressOf(nora) })
    .where("id", "=", zoe.sam)
    .execute();
  const trash = await newSeries(db, zoe, { rule: "FREQ=WEEKLY", due: nextWeek(), now: nowIso() });
  await setTurns(db, zoe, trash, { who: "people", people: [zoe.sam], order: "each" });
  await join(db, nora, zoe);
  expect(await findReminded(db, nora)).toEqual(["Take out the trash"]);
});

test("who is in both lists has the reminders of what the joining family gave them", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newAskingFamily(db), await newFamily(db, { Nora: "partner" })];
  await db
    .updateTable("people")
    .set({ email: addressOf(zoe) })
    .where("id", "=", nora.sam)
    .execute();
  const theirNora = await db
    .updateTable("people")
    .set({ email: addressOf(nora) })
    .where("household_id", "=", zoe.householdId)
    .where("name", "=", "Nora")
    .returning("id")
    .executeTakeFirstOrThrow();
  const trash = await newSeries(db, zoe, { rule: "FREQ=WEEKLY", due: nextWeek(), now: nowIso() });
  await setTurns(db, zoe, trash, { who: "people", people: [theirNora.id], order: "each" });
  await join(db, nora, zoe);
  await announceWaiting(db, nowIso());
  expect(await findReminded(db, nora)).toEqual(["Take out the trash"]);
});

test("the number that an account has confirmed is the number of someone in the list", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newAskingFamily(db), await newFamily(db)];
  await db
    .updateTable("user_preferences")
    .set(confirmedPhone(phones.sam))
    .where("user_id", "=", zoe.userId)
    .execute();
  await join(db, nora, zoe);
  const listed = await listFamilyMembers(db, nora);
  expect(listed.find(({ name }) => name === "Sam")).toMatchObject({ hasAccount: true });
});

test("what somebody has, by hand or by a yes, stays theirs when they turn out to be another entry", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  await newTask(db, nora, "Call the vet");
  await db.updateTable("tasks").set({ assignee_id: nora.alex }).execute();
  await answerAs(db, await sendRequest(db, nora, await newTask(db, nora), nora.alex), "accept");
  await db.transaction().execute((trx) => mergePeople(trx, nora.alex, nora.sam, nowIso()));
  const { tasks } = await listTaskCards(db, nora);
  expect(tasks.map(({ assignee }) => assignee)).toEqual(["Sam", "Sam"]);
});
