import * as fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { handOverHousehold } from "#app/domain/people/household/household-members.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { depth } from "../../support/runner/depth.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";

const linkKey = "k".repeat(43);
const people = 4;
const person = fc.nat({ max: people - 1 });
const step = fc.record({
  does: fc.constantFrom("join", "remove", "hand over", "leave"),
  who: person,
  whom: person,
});

test("in any order of actions everyone has one household, each household one owner, and no task is lost", async () => {
  await using own = newDatabase();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const families: TestFamily[] = [];
      for (let at = 0; at < people; at += 1)
        families.push(await withTask(own.db, await newFamily(own.db, { Emma: "child" })));
      const userIds = families.map(({ userId }) => userId);
      for (const { does, who, whom } of steps)
        await perform(own.db, does, userIds[who] ?? "", userIds[whom] ?? "");

      const members = await own.db
        .selectFrom("household_members")
        .selectAll()
        .where("user_id", "in", userIds)
        .execute();
      expect(members.map(({ user_id }) => user_id).toSorted()).toEqual(userIds.toSorted());
      for (const [, household] of Map.groupBy(members, ({ household_id }) => household_id)) {
        expect(household.filter(({ role }) => role === "owner")).toHaveLength(1);
      }
      const tasks = await own.db
        .selectFrom("tasks")
        .select("household_id")
        .where("user_id", "in", userIds)
        .execute();
      expect(tasks).toHaveLength(people);
      const inhabited = new Set(members.map(({ household_id }) => household_id));
      expect(tasks.filter(({ household_id }) => !inhabited.has(household_id))).toEqual([]);
    }),
    depth({ full: 60 }),
  );
});

async function perform(
  db: Kysely<Database>,
  does: string,
  who: string,
  whom: string,
): Promise<void> {
  const members = await db
    .selectFrom("household_members")
    .selectAll()
    .where("user_id", "in", [who, whom])
    .execute();
  const placeOf = (userId: string) => members.find(({ user_id }) => user_id === userId);
  const [own, other] = [placeOf(who), placeOf(whom)];
  if (!own || !other) throw new Error("Somebody is nowhere");
  const viewer = { userId: who, householdId: own.household_id, timeZone: "UTC" };
  if (does === "remove") await removeHouseholdMember(db, viewer, other.id);
  if (does === "hand over") await handOverHousehold(db, viewer, other.id);
  if (does === "leave") await leaveHousehold(db, viewer, own.id);
  if (does !== "join") return;
  const invited = await invite(db, viewer, `${whom}@example.com`, false);
  if (typeof invited === "string") return;
  const { version } = await db
    .selectFrom("family_invitations")
    .select("version")
    .where("id", "=", invited.id)
    .executeTakeFirstOrThrow();
  await acceptInvitation(db, whom, {
    linkKey,
    token: linkToken(linkKey, "invitation", invited.id, version),
  });
}

async function withTask(db: Kysely<Database>, family: TestFamily): Promise<TestFamily> {
  const task = {
    id: crypto.randomUUID(),
    household_id: family.householdId,
    user_id: family.userId,
    title: "Buy milk",
  };
  await db
    .insertInto("tasks")
    .values({ ...task, category: "Household", created_at: "2001-01-01T00:00:00.000Z" })
    .execute();
  return family;
}
