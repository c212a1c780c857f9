import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { syncReminders } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, Relation } from "#db/schema.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  type TestFamily,
} from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

const linkKey = "k".repeat(43);

interface Member extends TestFamily {
  membershipId: string;
}

async function newBob(db: Kysely<Database>, nora: TestFamily): Promise<Member> {
  const membershipId = await newMember(db, nora.householdId);
  const members = db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId);
  return { ...nora, userId: (await members.executeTakeFirstOrThrow()).user_id, membershipId };
}

/** A family member added by Bob who has an account. Returns the id. */
async function addLinked(
  db: Kysely<Database>,
  bob: Member,
  userId: string,
  relation: Relation,
): Promise<string> {
  const id = newId();
  const whose = { added_by: bob.userId, household_id: bob.householdId };
  await db
    .insertInto("people")
    .values({ id, ...whose, name: `Bob's ${relation}`, relation, created_at: nowIso() })
    .execute();
  await giveAccount(db, id, userId);
  return id;
}

async function joinsAnother(db: Kysely<Database>, _nora: TestFamily, bob: Member) {
  const id = await newInvitation(db, await newFamily(db), `${bob.userId}@example.com`);
  expect(
    await acceptInvitation(db, bob.userId, {
      linkKey,
      token: linkToken(linkKey, "invitation", id),
    }),
  ).toBe("joined");
}

const ways: [string, (db: Kysely<Database>, nora: TestFamily, bob: Member) => Promise<unknown>][] =
  [
    ["leaves", (db, _nora, bob) => leaveHousehold(db, bob, bob.membershipId)],
    ["is removed", (db, nora, bob) => removeHouseholdMember(db, nora, bob.membershipId)],
    ["joins another household", joinsAnother],
  ];

test.for(ways)(
  "the owner gets the reminders of a member's tasks when the member %s",
  async ([, go]) => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newAskingFamily(db);
    const bob = await newBob(db, nora);
    const taskId = await newTask(db, bob);
    await db.updateTable("tasks").set({ request_id: "form-0001" }).execute();
    await newTask(db, nora, "Call the vet");
    await db
      .updateTable("tasks")
      .set({ request_id: "form-0001" })
      .where("user_id", "=", nora.userId)
      .execute();
    await db.transaction().execute((trx) => syncReminders(trx, { taskIds: [taskId] }));
    const hers = await addLinked(db, bob, nora.userId, "spouse");
    await answerAs(
      db,
      await sendRequest(db, { ...nora, userId: bob.userId }, taskId, hers, "link"),
      "accept",
    );

    await go(db, nora, bob);
    const tasks = await db.selectFrom("tasks").select("user_id").execute();
    expect(tasks).toEqual([{ user_id: nora.userId }, { user_id: nora.userId }]);
    const reminders = db.selectFrom("reminders").select("user_id").where("task_id", "=", taskId);
    expect(await reminders.where("status", "=", "pending").execute()).toEqual([
      { user_id: nora.userId },
    ]);
  },
);

test.for(ways)(
  "a member's assigned tasks become unassigned when the member %s",
  async ([how, go]) => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newAskingFamily(db);
    const bob = await newBob(db, nora);
    await giveAccount(db, nora.sam, bob.userId);
    const [pending, accepted] = [await newTask(db, nora), await newTask(db, nora, "Call the vet")];
    await answerAs(db, await sendRequest(db, nora, accepted), "accept");
    await sendRequest(db, nora, pending);
    await db
      .updateTable("deliveries")
      .set({ state: "sent" })
      .where("kind", "=", "delegation_request")
      .execute();

    await go(db, nora, bob);
    expect(await textMila(db, "yes")).toBe("Mila: That's no longer needed.");
    for (const taskId of [pending, accepted]) {
      expect(await readDelegation(db, taskId)).toMatchObject({
        task: { delegated_to: null, delegation_status: "none", assignee: null },
        requests: [{ state: "withdrawn" }],
      });
    }
    const isKnown = db
      .selectFrom("people")
      .select("id")
      .where("user_id", "=", bob.userId)
      .where("household_id", "=", nora.householdId);
    expect(await isKnown.execute()).toEqual([]);
    // A user's own action is no news to them.
    const releases = db
      .selectFrom("deliveries")
      .select("channel")
      .where("kind", "=", "delegation_release");
    expect(await releases.execute()).toEqual(how === "is removed" ? [{ channel: "sms" }] : []);
  },
);

const goings = [
  ...ways,
  ["deletes the account", (db, _nora, bob) => deleteAccount(db, bob.userId)],
] as typeof ways;

test.for(goings)("a member's family entries stay when the member %s", async ([, go]) => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const [bob, emma, ruth] = [
    await newBob(db, nora),
    await newBob(db, nora),
    await newBob(db, nora),
  ];
  await addLinked(db, bob, nora.userId, "spouse");
  await addLinked(db, bob, emma.userId, "child");
  await addLinked(db, bob, ruth.userId, "parent");

  await go(db, nora, bob);
  const family = db
    .selectFrom("people")
    .select("name")
    .where("household_id", "=", nora.householdId)
    .where("relation", "is not", null);
  expect((await family.orderBy("name").execute()).map(({ name }) => name)).toEqual([
    "Bob's child",
    "Bob's parent",
    "Bob's spouse",
  ]);
});
