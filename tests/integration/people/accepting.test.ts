import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import {
  acceptInvitation,
  type SameAnswer,
} from "#app/domain/lifecycle/accept-invitation.server.ts";
import { handOverHousehold } from "#app/domain/people/household/household-members.server.ts";
import {
  invite,
  revokeInvitation,
  resendInvitation,
} from "#app/domain/people/invitations/invitations.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { listFamilyMembers } from "#app/domain/people/family/family-members.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  type TestFamily,
} from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { nameAccount } from "../../support/records/people.ts";

const linkKey = "k".repeat(43);
const addressOf = ({ userId }: TestFamily) => `${userId}@example.com`;
const tokenOf = (id: string, version = 1) => linkToken(linkKey, "invitation", id, version);

const accept = (
  db: Kysely<Database>,
  { userId }: TestFamily,
  token: string,
  now = nowIso(),
  answers: SameAnswer[] = [],
) => acceptInvitation(db, userId, { linkKey, token, now, answers });

async function householdOf(db: Kysely<Database>, { userId }: TestFamily) {
  const row = await db
    .selectFrom("household_members")
    .select(["id", "household_id", "role", "notice"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row;
}

async function join(
  db: Kysely<Database>,
  family: TestFamily,
  guest: TestFamily,
  answers: SameAnswer[] = [],
) {
  const token = tokenOf(await newInvitation(db, family, addressOf(guest)));
  expect(await accept(db, guest, token, nowIso(), answers)).toBe("joined");
  guest.householdId = family.householdId;
}

test("a lone owner brings tasks and family members along, and two become one where they say so", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child", Sam: "spouse" });
  const sam = await newFamily(own.db, { " emma": "child", Ines: "parent", Emma: "grandparent" });
  await addTask(own.db, sam, { text: "buy milk tomorrow at 3pm" });
  const left = sam.householdId;
  const hisEmma = await own.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", left)
    .where("name", "=", " emma")
    .executeTakeFirstOrThrow();
  await own.db
    .updateTable("people")
    .set({ phone: "+12015550123" })
    .where("id", "=", hisEmma.id)
    .execute();
  await own.db.updateTable("tasks").set({ delegated_to: hisEmma.id }).execute();

  const { id: herEmma } = await own.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", nora.householdId)
    .where("name", "=", "Emma")
    .executeTakeFirstOrThrow();
  await join(own.db, nora, sam, [{ incomingId: hisEmma.id, presentId: herEmma }]);

  expect((await listTaskCards(own.db, nora)).tasks.map(({ title }) => title)).toEqual(["Buy milk"]);
  const family = await listFamilyMembers(own.db, nora);
  expect(family.map(({ name, relation, phone }) => [name, relation, phone])).toEqual(
    [
      ["Emma", "child", "(201) 555-0123"],
      ["Emma", "grandparent", null],
      ["Ines", "parent", null],
      ["Sam", "spouse", null],
    ].toSorted(),
  );
  const { delegated_to } = await own.db
    .selectFrom("tasks")
    .select("delegated_to")
    .executeTakeFirstOrThrow();
  expect(family.find(({ relation }) => relation === "child")?.id).toBe(delegated_to);
  expect(
    await own.db.selectFrom("households").select("id").where("id", "=", left).execute(),
  ).toEqual([]);
});

test("a member of another household leaves it, and its data stays with the others", async () => {
  await using own = newDatabase();
  const [nora, ida, sam] = [
    await newFamily(own.db),
    await newFamily(own.db),
    await newFamily(own.db),
  ];
  await join(own.db, ida, sam);
  await addTask(own.db, sam, { text: "buy milk tomorrow at 3pm" });
  await join(own.db, nora, sam);
  expect((await listTaskCards(own.db, nora)).tasks).toEqual([]);
  expect((await listTaskCards(own.db, ida)).tasks.map(({ title }) => title)).toEqual(["Buy milk"]);
});

test("an owner with other members must hand over the household first", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const other = await newMember(own.db, sam.householdId);
  const token = tokenOf(await newInvitation(own.db, nora, addressOf(sam)));
  expect(await accept(own.db, sam, token)).toBe("hand_over_first");
  expect((await householdOf(own.db, sam)).household_id).toBe(sam.householdId);

  expect(await handOverHousehold(own.db, sam, other)).toBe("done");
  expect(await accept(own.db, sam, token)).toBe("joined");
  const left = own.db
    .selectFrom("household_members")
    .select("role")
    .where("household_id", "=", sam.householdId);
  expect(await left.execute()).toEqual([{ role: "owner" }]);
});

test("accepting links the family entry with that address, and shows who added them", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Sam: "spouse" });
  await nameAccount(own.db, nora.userId, "Nora");
  const sam = await newFamily(own.db);
  await own.db
    .updateTable("people")
    .set({ email: addressOf(sam) })
    .where("name", "=", "Sam")
    .execute();
  await join(own.db, nora, sam);
  expect(await listFamilyMembers(own.db, nora)).toMatchObject([
    { name: "Sam", relation: "spouse", hasAccount: true },
  ]);
  expect(await listFamilyMembers(own.db, sam)).toMatchObject([
    { name: "Nora", relation: "spouse", hasAccount: true },
  ]);

  expect(await leaveHousehold(own.db, sam, (await householdOf(own.db, sam)).id)).toBe("done");
  expect(await listFamilyMembers(own.db, nora)).toMatchObject([
    { name: "Sam", relation: "spouse", hasAccount: false },
  ]);
});

test.for([
  [
    "too old",
    (_db: unknown, _nora: unknown, _id: string) => undefined,
    laterBy(nowIso(), { hours: 24 * 7 + 1 }),
  ],
  ["revoked", (db, nora, id) => revokeInvitation(db, nora, id), nowIso()],
  ["sent again since", (db, nora, id) => resendInvitation(db, nora, id, true), nowIso()],
] as [string, (db: Kysely<Database>, nora: TestFamily, id: string) => unknown, string][])(
  "an invitation that is %s is no longer valid",
  async ([, end, now]) => {
    await using own = newDatabase();
    const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
    const id = await newInvitation(own.db, nora, addressOf(sam));
    await end(own.db, nora, id);
    expect(await accept(own.db, sam, tokenOf(id), now)).toBe("ended");
  },
);

test("a resent invitation is valid by its new link", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const id = await newInvitation(own.db, nora, addressOf(sam));
  await resendInvitation(own.db, nora, id, true);
  expect(await accept(own.db, sam, tokenOf(id, 2))).toBe("joined");
});

test("an invitation is for one address and one acceptance", async () => {
  await using own = newDatabase();
  const [nora, sam, ida] = [
    await newFamily(own.db),
    await newFamily(own.db),
    await newFamily(own.db),
  ];
  const token = tokenOf(await newInvitation(own.db, nora, addressOf(sam)));
  expect(await accept(own.db, ida, token)).toBe("another_address");
  const both = await Promise.all([accept(own.db, sam, token), accept(own.db, sam, token)]);
  expect(both.toSorted()).toEqual(["ended", "joined"]);
});

test("an invitation ends when its sender leaves the household", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const other = await newMember(own.db, nora.householdId);
  const token = tokenOf(await newInvitation(own.db, nora, addressOf(sam)));
  await handOverHousehold(own.db, nora, other);
  await leaveHousehold(own.db, nora, (await householdOf(own.db, nora)).id);
  expect(await accept(own.db, sam, token)).toBe("ended");
  // It stays ended when its sender is back.
  const { user_id: userId } = await own.db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", other)
    .executeTakeFirstOrThrow();
  await join(own.db, { ...nora, userId }, nora);
  expect(await accept(own.db, sam, token)).toBe("ended");
});

test("a removed member gets an empty household and no reminders from the old one", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  await join(own.db, nora, sam);
  await addTask(own.db, sam, { text: "dentist on January 5 2099 at 3pm" });
  expect(await removeHouseholdMember(own.db, nora, (await householdOf(own.db, sam)).id)).toBe(
    "done",
  );
  const { household_id, role, notice } = await householdOf(own.db, sam);
  expect([role, notice]).toEqual(["owner", "removed"]);
  expect((await listTaskCards(own.db, { ...sam, householdId: household_id })).tasks).toEqual([]);
  const pending = own.db.selectFrom("reminders").select("id").where("user_id", "=", sam.userId);
  expect(await pending.where("status", "=", "pending").execute()).toEqual([]);
});

test("members cannot do what owners can", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  await join(own.db, nora, sam);
  const [her, his] = [await householdOf(own.db, nora), await householdOf(own.db, sam)];
  const invitation = await newInvitation(own.db, nora, "ida@example.com");
  expect(await removeHouseholdMember(own.db, sam, her.id)).toBe("forbidden");
  expect(await removeHouseholdMember(own.db, nora, her.id)).toBe("forbidden");
  expect(await handOverHousehold(own.db, sam, his.id)).toBe("forbidden");
  expect(await invite(own.db, sam, "ida@example.com", true)).toBe("forbidden");
  expect(await revokeInvitation(own.db, sam, invitation)).toBe("forbidden");
  expect(await resendInvitation(own.db, sam, invitation, true)).toBe("forbidden");
  expect(await leaveHousehold(own.db, sam, her.id)).toBe("missing");
  expect(await leaveHousehold(own.db, nora, her.id)).toBe("hand_over_first");
});
