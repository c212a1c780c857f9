import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

const linkKey = "k".repeat(43);

/** Bob is in the family's list as "Bob", and has left the household. */
async function bobLeft(db: Kysely<Database>) {
  const nora = await newFamily(db, { Bob: "partner" });
  const bob = await newBob(db, nora);
  const [listed] = await listFamilyMembers(db, nora);
  await giveAccount(db, listed!.id, bob.userId);
  await leaveHousehold(db, bob, bob.membershipId);
  return { nora, bob, id: listed!.id };
}

async function comeBack(db: Kysely<Database>, nora: TestFamily, bob: TestFamily) {
  const id = await newInvitation(db, nora, `${bob.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(db, bob.userId, { linkKey, token })).toBe("joined");
}

const listed = async (db: Kysely<Database>, nora: TestFamily) =>
  (await listFamilyMembers(db, nora)).map(({ name, phone, hasAccount }) => ({
    name,
    phone,
    hasAccount,
  }));

const relation = "partner" as const;

test("an entry that became somebody else is not given to the account that it was", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, bob, id } = await bobLeft(db);
  const opa = { name: "Opa", relation, phone: "+12015550112", email: null };
  expect(await changeFamilyMember(db, nora, id, opa)).toBe("saved");
  await comeBack(db, nora, bob);
  expect(await listed(db, nora)).toEqual([
    { name: "Opa", phone: "(201) 555-0112", hasAccount: false },
  ]);
});

test.for([
  ["name", { name: "Bobby", phone: null }, {}],
  ["number", { name: "Bob", phone: "+12015550112" }, { phone: "(201) 555-0112" }],
] as const)("an entry that got another %s is still the account's", async ([, changed, shown]) => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, bob, id } = await bobLeft(db);
  const facts = { ...changed, relation, email: null };
  expect(await changeFamilyMember(db, nora, id, facts)).toBe("saved");
  await comeBack(db, nora, bob);
  expect(await listed(db, nora)).toMatchObject([{ ...changed, ...shown, hasAccount: true }]);
});
