import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import {
  findDelegationPreferences,
  setDefaultDelegate,
} from "#app/domain/delegation/asking/preferences.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import {
  addFamilyMember,
  changeFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import {
  invite,
  revokeInvitation,
  resendInvitation,
} from "#app/domain/people/invitations/invitations.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newFamily, newMember } from "../../support/records/family.ts";
import { outbox } from "../../support/product/prepare.ts";
import { addTask } from "../../support/people/say.ts";

const sam = { name: "Sam", relation: "spouse", phone: null, email: "sam@example.com" } as const;

/** The messages that would be sent now, oldest first, or the reasons against them. */
async function prepared(db: Kysely<Database>, kind: "invitation" | "welcome") {
  const deliveries = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();
  const ready = await db
    .transaction()
    .execute((trx) => messageTypes[kind].prepare(trx, deliveries, outbox, nowIso()));
  return deliveries.map(({ id }) => {
    const preparation = ready.get(id);
    if (!preparation || "cancelled" in preparation) return preparation?.cancelled;
    return [
      preparation.to,
      "email" in preparation.message && preparation.message.email.button?.url,
    ];
  });
}

test("an invitation goes out with its newest link, and not after it is revoked", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const invited = await invite(own.db, nora, "sam@example.com", true);
  if (typeof invited === "string") throw new Error(invited);
  await resendInvitation(own.db, nora, invited.id, true);
  const link = /^https:\/\/mila\.example\.com\/accept-invitation\?token=[\w-]{22}\.2\./;
  expect(await prepared(own.db, "invitation")).toEqual([
    "superseded",
    ["sam@example.com", expect.stringMatching(link)],
  ]);
  await revokeInvitation(own.db, nora, invited.id);
  expect(await prepared(own.db, "invitation")).toEqual(["withdrawn", "withdrawn"]);
});

test("an adult with an address is welcomed once, but no child and no removed member", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await addFamilyMember(own.db, nora, sam);
  await addFamilyMember(own.db, nora, {
    ...sam,
    name: "Emma",
    relation: "child",
    email: "emma@example.com",
  });
  await addFamilyMember(own.db, nora, { ...sam, name: "Ines", relation: "parent", email: null });
  expect(await prepared(own.db, "welcome")).toEqual([
    ["sam@example.com", "https://mila.example.com/auth?mode=signup&email=sam%40example.com"],
  ]);
  const [, ines] = await listFamilyMembers(own.db, nora);
  await changeFamilyMember(own.db, nora, ines?.id ?? "", {
    ...sam,
    name: "Ines",
    email: "ines@example.com",
  });
  expect(await prepared(own.db, "welcome")).toHaveLength(2);
  const his = (await listFamilyMembers(own.db, nora)).find(({ name }) => name === "Sam");
  await removeFamilyMember(own.db, nora, his?.id ?? "");
  expect(await prepared(own.db, "welcome")).toEqual([
    "withdrawn",
    ["ines@example.com", expect.any(String)],
  ]);
});

test("only a current spouse or partner can be the default delegate", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child", Sam: "spouse" });
  const [emma, his] = await listFamilyMembers(own.db, nora);
  const chosen = () =>
    own.db.selectFrom("user_preferences").select("default_spouse_id as id").executeTakeFirst();
  expect(await setDefaultDelegate(own.db, nora, emma?.id ?? "")).toBe(false);
  expect(await setDefaultDelegate(own.db, nora, "nobody")).toBe(false);
  expect(await setDefaultDelegate(own.db, nora, his?.id ?? "")).toBe(true);
  expect(await chosen()).toEqual({ id: his?.id });
  await changeFamilyMember(own.db, nora, his?.id ?? "", { ...sam, relation: "sibling" });
  expect(await chosen()).toEqual({ id: null });
  await changeFamilyMember(own.db, nora, his?.id ?? "", sam);
  await setDefaultDelegate(own.db, nora, his?.id ?? "");
  await removeFamilyMember(own.db, nora, his?.id ?? "");
  expect(await chosen()).toEqual({ id: null });
});

test("the default delegate who turns out to be another entry stays the default delegate", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  expect(await setDefaultDelegate(own.db, nora, nora.alex)).toBe(true);
  await own.db.transaction().execute((trx) => mergePeople(trx, nora.alex, nora.sam, nowIso()));
  const { defaultSpouseId } = await findDelegationPreferences(own.db, nora);
  expect(defaultSpouseId).toBe(nora.sam);
});

test("whoever leaves the household has no default delegate any more", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Sam: "spouse" });
  const bob = await newBob(own.db, nora);
  const [his] = await listFamilyMembers(own.db, nora);
  expect(await setDefaultDelegate(own.db, bob, his?.id ?? "")).toBe(true);
  await leaveHousehold(own.db, bob, bob.membershipId);
  const { defaultSpouseId } = await findDelegationPreferences(own.db, bob);
  expect(defaultSpouseId).toBeNull();
});

test("deleting an account leaves its tasks to the others, and an owner must hand over first", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await newMember(own.db, nora.householdId);
  expect(await deleteAccount(own.db, nora.userId)).toBe("hand_over_first");
  const guest = { ...nora, userId: (await memberOf(own.db, nora.householdId)).user_id };
  await addTask(own.db, guest, { text: "buy milk tomorrow at 3pm" });
  await addFamilyMember(own.db, guest, sam);
  expect(await deleteAccount(own.db, guest.userId)).toBe("leaves");
  expect((await listTaskCards(own.db, nora)).tasks.map(({ title }) => title)).toEqual(["Buy milk"]);
  expect(await listFamilyMembers(own.db, nora)).toMatchObject([{ name: "Sam" }]);
  expect(await deleteAccount(own.db, nora.userId)).toBe("is_alone");
  await removeAccounts(own.db);
  for (const table of ["users", "households", "tasks", "people", "deliveries"] as const) {
    expect(await own.db.selectFrom(table).select("id").execute()).toEqual([]);
  }
});

function memberOf(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", householdId)
    .where("role", "=", "member")
    .executeTakeFirstOrThrow();
}
