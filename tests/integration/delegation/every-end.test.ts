import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { moveWholeHousehold } from "#app/domain/lifecycle/move-household.server.ts";
import { separateFromOthers } from "#app/domain/lifecycle/separate-from-others.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { type AskingFamily, newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { openTask } from "../../support/records/turns.ts";
import { giveAccount, personIdOf } from "../../support/records/people.ts";

type Bob = AskingFamily & { membershipId: string };

/** Nora and Alex take turns each Tuesday, and Sam said yes to all of them. */
async function samSaidYes({
  isLinked = false,
  asker = "nora" as "nora" | "bob",
  yes = "sam" as "sam" | "nora",
} = {}) {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const linked = isLinked ? bob.userId : yes === "nora" ? nora.userId : null;
  if (linked) await giveAccount(db, nora.sam, linked);
  if (yes === "nora")
    await db.updateTable("people").set({ name: "Nora" }).where("id", "=", nora.sam).execute();
  const now = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  const tuesday = now.add({ days: 7 + ((9 - now.dayOfWeek) % 7) }).toString();
  const id = await newSeries(db, nora, {
    rule: "FREQ=WEEKLY;BYDAY=TU",
    due: `${tuesday}T19:00`,
    now: nowIso(),
  });
  await setTurns(db, nora, id, { who: "people", people: [nora.userId, nora.alex], order: "each" });
  const question = { taskId: id, familyMemberId: nora.sam, method: "link", scope: "all" } as const;
  const request = await ask(db, asker === "bob" ? bob : nora, question);
  if (request.status !== "asked") throw new Error(request.status);
  await answerRequest(db, request.id, { answer: "accept" });
  return {
    db,
    nora,
    bob,
    request: request.id,
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}

const turnsOf = (db: Kysely<Database>) =>
  db.selectFrom("series_turn_people").select("person_id").orderBy("position").execute();
const norasAndAlexs = async (db: Kysely<Database>, nora: AskingFamily) => [
  { person_id: await personIdOf(db, nora.userId) },
  { person_id: nora.alex },
];

type End = (db: Kysely<Database>, nora: AskingFamily, bob: Bob) => Promise<unknown>;

const ends: [string, Parameters<typeof samSaidYes>[0], End][] = [
  ["they are removed from the family", {}, (db, nora) => removeFamilyMember(db, nora, nora.sam)],
  [
    "they are removed from the family, but stay in the household",
    { isLinked: true },
    (db, nora) => removeFamilyMember(db, nora, nora.sam),
  ],
  ["they leave", { isLinked: true }, (db, _nora, bob) => leaveHousehold(db, bob, bob.membershipId)],
  [
    "they are removed",
    { isLinked: true },
    (db, nora, bob) => removeHouseholdMember(db, nora, bob.membershipId),
  ],
  [
    "they delete their account",
    { isLinked: true },
    (db, _nora, bob) => deleteAccount(db, bob.userId),
  ],
  [
    "the asker gets their account back",
    {},
    (db, nora) => db.transaction().execute((trx) => separateFromOthers(trx, nora, nowIso())),
  ],
];

test.for(ends)("a yes to all ends with its turns when %s", async ([, people, end]) => {
  await using home = await samSaidYes(people);
  const { db, nora, bob } = home;
  await end(db, nora, bob);
  expect(await turnsOf(db)).toEqual(await norasAndAlexs(db, nora));
  expect((await openTask(db, nora)).assignee).toBe("Nora");
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect((await openTask(db, nora)).assignee).toBe("Alex");
});

test.for(ends)(
  "a yes to all, of which one is done, ends with its turns when %s",
  async ([, people, end]) => {
    await using home = await samSaidYes(people);
    const { db, nora, bob } = home;
    await completeTask(db, nora, (await openTask(db, nora)).id);
    expect((await openTask(db, nora)).delegated_to).toBe(nora.sam);
    await end(db, nora, bob);
    expect(await turnsOf(db)).toEqual(await norasAndAlexs(db, nora));
    expect(await openTask(db, nora)).toMatchObject({ assignee: "Alex", delegated_to: null });
  },
);

test.for(waysToLeave)("a yes to all goes on when the asker %s", async ([, go]) => {
  await using home = await samSaidYes({ asker: "bob" });
  const { db, nora, bob } = home;
  await go(db, nora, bob);
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam", delegated_to: nora.sam });
});

test.for(waysToLeave)("the owner's own yes to all goes on when the asker %s", async ([, go]) => {
  await using home = await samSaidYes({ asker: "bob", yes: "nora" });
  const { db, nora, bob } = home;
  await go(db, nora, bob);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora", delegated_to: nora.sam });
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora", delegated_to: nora.sam });
});

test("when they leave after a yes to all, of which they did one, the asker hears that it is open again", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await samSaidYes({ isLinked: true });
  const { db, bob, request } = home;
  const { sendDue } = newSender(db, twilio.settings);
  await answerRequest(db, request, { answer: "done" });
  await sendDue();
  await leaveHousehold(db, bob, bob.membershipId);
  await sendDue();
  const texts = twilio.messages().filter(({ to }) => to === phones.nora);
  expect(texts.map(({ body }) => body.split(": ")[1])).toEqual([
    "Sam says it's done",
    "Sam left the family, so this is open again",
  ]);
});

test("turns come back to someone who is another entry since two households joined", async () => {
  await using home = await samSaidYes();
  const { db, nora, bob } = home;
  await leaveHousehold(db, bob, bob.membershipId);
  const ruth = await newFamily(db, { Alex: "partner" });
  const { userId, householdId: from } = nora;
  const alexes = db.selectFrom("people").selectAll().where("name", "=", "Alex");
  const [incoming, present] = await Promise.all(
    [from, ruth.householdId].map((household) =>
      alexes.where("household_id", "=", household).executeTakeFirstOrThrow(),
    ),
  );
  const pairs = [{ incoming: incoming!, present: present! }];
  await db
    .transaction()
    .execute((trx) =>
      moveWholeHousehold(trx, { userId, from, to: ruth.householdId, pairs }, nowIso()),
    );
  const alex = present!;
  await removeFamilyMember(db, ruth, nora.sam);
  expect(await turnsOf(db)).toEqual(await norasAndAlexs(db, { ...nora, alex: alex.id }));
});

test("turns come back to someone who has an account since", async () => {
  await using home = await samSaidYes();
  const { db, nora, bob } = home;
  await giveAccount(db, nora.alex, bob.userId);
  await removeFamilyMember(db, nora, nora.sam);
  expect(await turnsOf(db)).toEqual(await norasAndAlexs(db, nora));
});
