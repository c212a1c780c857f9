import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { listRequests } from "#app/domain/delegation/views/history.server.ts";
import { addPerson } from "#app/domain/people/family/add-person.server.ts";
import {
  changeFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { textMila } from "../../support/messages/by-text.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
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

const opa = { name: "Opa", relation, phone: null, email: null };

const renames: [string, (db: Kysely<Database>, nora: AskingFamily) => Promise<unknown>][] = [
  [
    "gets another name",
    (db, nora) => changeFamilyMember(db, nora, nora.sam, { ...opa, phone: phones.sam }),
  ],
  [
    "is one with another entry",
    (db, nora) =>
      db.transaction().execute(async (trx) => {
        const { id } = await addPerson(trx, nora, opa, nowIso());
        await mergePeople(trx, nora.sam, id, nowIso());
        nora.sam = id;
      }),
  ],
];

for (const [what, rename] of renames)
  test(`requests name somebody who ${what} by it, also after they have left`, async () => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newAskingFamily(db);
    const taskId = await newTask(db, nora);
    await answerAs(db, await sendRequest(db, nora, taskId, nora.alex), "decline");
    const id = await sendRequest(db, nora, taskId);
    await answerAs(db, id, "accept");
    await rename(db, nora);
    expect(await textMila(db, "Yes", phones.alex)).toContain("Opa has it now");
    expect(await findRequestPage(db, { id, version: 1, isCopy: false })).toMatchObject({
      delegateName: "Opa",
    });
    expect(await removeFamilyMember(db, nora, nora.sam)).toBe(true);
    const asked = await listRequests(db, { ...nora, timeZone: "UTC" }, taskId, true);
    expect(asked.map(({ name }) => name)).toContain("Opa");
  });
