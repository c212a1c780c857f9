import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { findToken } from "#app/domain/tokens/find-token.server.ts";
import {
  makeToken,
  renewToken,
  revokeToken,
  listTokens,
} from "#app/domain/tokens/tokens.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  newPartner,
  type TestFamily,
} from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";

type Db = Kysely<Database>;

async function secretFor(db: Db, family: Pick<TestFamily, "userId">): Promise<string> {
  const made = await makeToken(db, family, { name: "Tablet", access: "ask", days: "365" });
  if (made === "too_many") throw new Error("No token was made");
  return made.secret;
}

const isGood = async (db: Db, secret: string) => (await findToken(db, secret, null)) !== null;

const membershipOf = async (db: Db, { userId }: TestFamily) =>
  (
    await db
      .selectFrom("household_members")
      .select("id")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow()
  ).id;

test("a token stands for its account and household, and its secret is not stored", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const secret = await secretFor(own.db, nora);
  expect(await findToken(own.db, secret, null)).toMatchObject({
    userId: nora.userId,
    householdId: nora.householdId,
    access: "ask",
    timeZone: "America/New_York",
  });
  expect(await isGood(own.db, secret.toUpperCase())).toBe(false);
  expect(await isGood(own.db, `${secret}a`)).toBe(false);
  const rows = JSON.stringify(await own.db.selectFrom("access_tokens").selectAll().execute());
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain(secret.slice(5));
});

const ways: [string, (db: Db, sam: TestFamily, nora: TestFamily) => Promise<unknown>][] = [
  ["leaves", async (db, sam) => leaveHousehold(db, sam, await membershipOf(db, sam))],
  [
    "is removed",
    async (db, sam, nora) => removeHouseholdMember(db, nora, await membershipOf(db, sam)),
  ],
  ["deletes the account", (db, sam) => deleteAccount(db, sam.userId)],
];

test.for(ways)("tokens end when a member %s, and the others' go on", async ([, end]) => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const [noras, sams] = [await secretFor(own.db, nora), await secretFor(own.db, sam)];
  await end(own.db, sam, nora);
  expect([await isGood(own.db, noras), await isGood(own.db, sams)]).toEqual([true, false]);
  expect(await own.db.selectFrom("access_tokens").select("user_id").execute()).toEqual([
    { user_id: nora.userId },
  ]);
});

test("tokens end with a household of one", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const secret = await secretFor(own.db, nora);
  await deleteAccount(own.db, nora.userId);
  expect(await isGood(own.db, secret)).toBe(false);
  expect(await own.db.selectFrom("access_tokens").selectAll().execute()).toEqual([]);
});

test("tokens end when their account joins another household", async () => {
  await using own = newDatabase();
  const guest = await newFamily(own.db);
  const secret = await secretFor(own.db, guest);
  const host = await newFamily(own.db);
  await newMember(own.db, host.householdId);
  const linkKey = "k".repeat(43);
  const id = await newInvitation(own.db, host, `${guest.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(own.db, guest.userId, { linkKey, token })).toBe("joined");
  expect(await isGood(own.db, secret)).toBe(false);
});

test("nobody else renews or revokes a token, not even in the same household", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const secret = await secretFor(own.db, nora);
  const [token] = await listTokens(own.db, nora);
  expect(await listTokens(own.db, sam)).toEqual([]);
  expect(await renewToken(own.db, sam, token!.id)).toBeNull();
  expect(await revokeToken(own.db, sam, token!.id)).toBeUndefined();
  expect(await isGood(own.db, secret)).toBe(true);
});

test("an export lists the tokens without their secrets", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await secretFor(own.db, nora);
  const file = await readExport(own.db, nora);
  expect(file.access_tokens).toEqual([
    {
      name: "Tablet",
      access: "ask",
      made_at: expect.any(String),
      expires_at: expect.any(String),
      last_used_at: null,
      last_network: null,
    },
  ]);
  const { token_hash } = await own.db
    .selectFrom("access_tokens")
    .select("token_hash")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(file)).not.toContain(token_hash);
});
