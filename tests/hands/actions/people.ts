import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import {
  addFamilyMember,
  changeFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import {
  handOverHousehold,
  listHouseholdMembers,
} from "#app/domain/people/household/household-members.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import {
  type ActionKind,
  emailOf,
  type Name,
  names,
  numbers,
  someone,
  viewerOf,
} from "../world.ts";
import type { Chance } from "../chance.ts";
import type { World } from "../world.ts";

async function somebodyListed(world: World, chance: Chance, householdId: string) {
  const family = await world.db
    .selectFrom("people")
    .select(["id", "name", "phone", "email", "relation", "user_id"])
    .where("household_id", "=", householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null)
    .orderBy("id")
    .execute();
  return family.length > 0 ? chance.of(family) : undefined;
}

export const peopleActions: Record<string, ActionKind> = {
  join: {
    weight: 3,
    async take(world, chance) {
      const members = await world.db
        .selectFrom("household_members")
        .select(["user_id", "household_id", "role"])
        .execute();
      const memberOf = (name: Name) =>
        members.find(({ user_id }) => user_id === world.accounts.get(name)?.userId);
      const isAlone = (name: Name) =>
        members.filter(({ household_id: id }) => id === memberOf(name)?.household_id).length === 1;
      const owners = names.filter((name) => memberOf(name)?.role === "owner");
      // Whoever lives alone brings the family along. Another owner must hand the household over
      // first.
      const guests = names.filter(
        (name) => !owners.includes(name) || isAlone(name) || chance.percent(10),
      );
      if (owners.length === 0 || guests.length === 0) return null;
      const [owner, guest] = [chance.of(owners), chance.of(guests)];
      const who = { ...(await viewerOf(world, owner)), name: owner };
      const invited = await invite(world.db, who, emailOf(guest), false);
      if (typeof invited === "string") return null;
      const { version } = await world.db
        .selectFrom("family_invitations")
        .select("version")
        .where("id", "=", invited.id)
        .executeTakeFirstOrThrow();
      const token = linkToken(world.outbox.linkKey, "invitation", invited.id, version);
      const { userId } = await viewerOf(world, guest);
      const joined = await acceptInvitation(world.db, userId, {
        linkKey: world.outbox.linkKey,
        token,
      });
      return `${guest} accepts ${who.name}'s invitation: ${joined}`;
    },
  },
  leave: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const members = await listHouseholdMembers(world.db, who);
      const member = chance.of(members);
      const left = chance.percent(50)
        ? await leaveHousehold(world.db, who, member.id)
        : await removeHouseholdMember(world.db, who, member.id);
      return `${who.name} leaves, or removes ${member.name}: ${left}`;
    },
  },
  handOver: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const member = chance.of(await listHouseholdMembers(world.db, who));
      return `${who.name} hands the household to ${member.name}: ${await handOverHousehold(world.db, who, member.id)}`;
    },
  },
  removeRelative: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const person = await somebodyListed(world, chance, who.householdId);
      if (!person) return null;
      return `${who.name} takes ${person.name} off the family: ${await removeFamilyMember(world.db, who, person.id)}`;
    },
  },
  addRelative: {
    weight: 2,
    async take(world, chance) {
      const who = await someone(world, chance);
      const name = chance.of(["Otto", "Grandma", "Emma", "Sam", "Lea", "Uncle Bob"]);
      const phone = chance.of([null, ...Object.values(numbers)]);
      const isAdult = name !== "Emma";
      const added = await addFamilyMember(world.db, who, {
        name,
        relation: isAdult ? "partner" : "child",
        phone,
        email: name === "Sam" || name === "Lea" ? emailOf(name) : null,
      });
      return `${who.name} adds ${name} with ${phone ?? "no number"}: ${added}`;
    },
  },
  changeRelative: {
    weight: 2,
    async take(world, chance) {
      const who = await someone(world, chance);
      const person = await somebodyListed(world, chance, who.householdId);
      if (!person?.relation) return null;
      const facts = {
        name: chance.of([person.name, person.name, "Opa", "Otto"]),
        relation: person.relation,
        phone: chance.of([person.phone, null, ...Object.values(numbers)]),
        email: person.email,
      };
      const changed = await changeFamilyMember(world.db, who, person.id, facts);
      return `${who.name} changes ${person.name} to ${facts.name} with ${facts.phone}: ${changed}`;
    },
  },
};
