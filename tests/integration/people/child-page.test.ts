import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { credentialsRevoked } from "#app/domain/accounts/events.server.ts";
import {
  endChildPage,
  listChildPages,
  makeChildPage,
  maxPages,
  openChildPage,
} from "#app/domain/children/child-pages.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import {
  changeFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import type { Database, Relation } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  type TestFamily,
} from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";

const idOf = async (db: Kysely<Database>, { householdId }: TestFamily, name: string) =>
  (
    await db
      .selectFrom("people")
      .select("id")
      .where("household_id", "=", householdId)
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

async function tokenFor(db: Kysely<Database>, by: TestFamily, personId: string): Promise<string> {
  const made = await makeChildPage(db, by, personId);
  if (typeof made === "string") throw new Error(made);
  return made.token;
}

async function withEmma(db: Kysely<Database>) {
  const nora = await newFamily(db, { Emma: "child" });
  const emma = await idOf(db, nora, "Emma");
  const isOpen = async (token: string) => (await openChildPage(db, token)) !== null;
  return { nora, emma, isOpen };
}

async function newSam(db: Kysely<Database>, { householdId, timeZone }: TestFamily) {
  const membershipId = await newMember(db, householdId);
  const { user_id: userId } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId)
    .executeTakeFirstOrThrow();
  return { membershipId, sam: { userId, householdId, timeZone } };
}

const emmas = (relation: Relation) => ({ name: "Emma", relation, phone: null, email: null });

test("a page ends with its child: removed, or an adult now, also if a child again", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, isOpen } = await withEmma(db);
  const token = await tokenFor(db, nora, emma);
  await changeFamilyMember(db, nora, emma, { ...emmas("child"), name: "Emmi" });
  expect(await openChildPage(db, token)).toMatchObject({ name: "Emmi" });
  await changeFamilyMember(db, nora, emma, emmas("other"));
  await changeFamilyMember(db, nora, emma, emmas("child"));
  expect(await isOpen(token)).toBe(false);
  const second = await tokenFor(db, nora, emma);
  await removeFamilyMember(db, nora, emma);
  expect(await isOpen(second)).toBe(false);
  expect(await db.selectFrom("child_pages").selectAll().execute()).toEqual([]);
  expect(await makeChildPage(db, nora, emma)).toBe("missing");
});

test("a page ends with the account that made it: a new password, or out of the household", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, isOpen } = await withEmma(db);
  const { sam, membershipId } = await newSam(db, nora);
  const noras = await tokenFor(db, nora, emma);
  const sams = await tokenFor(db, sam, emma);
  await removeHouseholdMember(db, nora, membershipId);
  expect([await isOpen(noras), await isOpen(sams)]).toEqual([true, false]);
  await db
    .transaction()
    .execute((trx) => credentialsRevoked.announce(trx, { userId: nora.userId }, nowIso()));
  expect(await isOpen(noras)).toBe(false);
});

test("a page ends with the household, and nothing of it stays", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, isOpen } = await withEmma(db);
  const token = await tokenFor(db, nora, emma);
  await deleteAccount(db, nora.userId);
  expect(await isOpen(token)).toBe(false);
  await removeAccounts(db);
  expect(await db.selectFrom("child_pages").selectAll().execute()).toEqual([]);
});

test("any adult of the household ends it, and nobody else", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, isOpen } = await withEmma(db);
  const token = await tokenFor(db, nora, emma);
  const [page] = await listChildPages(db, nora, emma);
  const ids = { personId: emma, pageId: page!.id };
  const stranger = await newFamily(db);
  expect(await endChildPage(db, stranger, ids)).toBe(false);
  expect(await makeChildPage(db, stranger, emma)).toBe("missing");
  expect(await isOpen(token)).toBe(true);
  const { sam } = await newSam(db, nora);
  expect(await endChildPage(db, sam, ids)).toBe(true);
  expect(await isOpen(token)).toBe(false);
});

test("a child has a few pages at most, each of its own", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, isOpen } = await withEmma(db);
  const tokens: string[] = [];
  for (let at = 0; at < maxPages; at += 1) tokens.push(await tokenFor(db, nora, emma));
  expect(new Set(tokens).size).toBe(maxPages);
  expect(await makeChildPage(db, nora, emma)).toBe("too_many");
  const [first] = await listChildPages(db, nora, emma);
  await endChildPage(db, nora, { personId: emma, pageId: first!.id });
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, true, true, true, true]);
});

test("when two households join, the page goes on for the child who is one now", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora: guest, emma, isOpen } = await withEmma(db);
  const token = await tokenFor(db, guest, emma);
  const host = await newFamily(db, { Emma: "child" });
  const linkKey = "k".repeat(43);
  const address = `${guest.userId}@example.com`;
  const invitation = linkToken(linkKey, "invitation", await newInvitation(db, host, address));
  const one = await idOf(db, host, "Emma");
  const answers = [{ incomingId: emma, presentId: one }];
  await acceptInvitation(db, guest.userId, { linkKey, token: invitation, answers });
  expect(await isOpen(token)).toBe(true);
  expect((await openChildPage(db, token))!.householdId).toBe(host.householdId);
});

test("an export says which pages there are, but not their links", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma } = await withEmma(db);
  const token = await tokenFor(db, nora, emma);
  const file = await readExport(db, nora);
  expect(file.child_pages).toEqual([
    { person_id: emma, made_at: expect.any(String), last_used_at: null },
  ]);
  expect(JSON.stringify(file)).not.toContain(token);
});
