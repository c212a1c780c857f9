import { expect, test } from "vitest";
import { saveProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import { listPendingInvitations } from "#app/domain/people/invitations/invitation-list.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, newMember } from "../../support/records/family.ts";

test("household members are listed with their names, newest first", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await saveProfile(own.db, family.userId, {
    firstName: "Nora",
    lastName: "Miller",
    role: "mom",
    timeZone: "UTC",
  });
  const [first, second] = [
    await newMember(own.db, family.householdId),
    await newMember(own.db, family.householdId),
  ];
  const joined = (id: string, joined_at: string) =>
    own.db.updateTable("household_members").set({ joined_at }).where("id", "=", id).execute();
  await joined(first, "2101-01-02T00:00:00.000Z");
  await joined(second, "2101-01-01T00:00:00.000Z");
  const members = await listHouseholdMembers(own.db, family);
  expect(members.slice(0, 2).map(({ id }) => id)).toEqual([first, second]);
  expect(members[2]).toMatchObject({ name: "Nora Miller", role: "owner", isViewer: true });
});

test("pending invitations are listed newest first, without accepted ones", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const ids: string[] = [];
  for (const name of ["older", "newer", "accepted"]) {
    ids.push(await newInvitation(own.db, family, `${name}@example.com`));
  }
  const [older = "", newer = "", accepted = ""] = ids;
  const change = own.db.updateTable("family_invitations");
  await change.set({ created_at: "2101-01-01T00:00:00.000Z" }).where("id", "=", older).execute();
  await change.set({ created_at: "2101-01-02T00:00:00.000Z" }).where("id", "=", newer).execute();
  await change.set({ status: "accepted" }).where("id", "=", accepted).execute();
  const pending = await listPendingInvitations(own.db, family, false);
  expect(pending.map(({ email }) => email)).toEqual(["newer@example.com", "older@example.com"]);
});

test("a profile starts as parent, and its save time is an ISO instant", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const profileOf = () =>
    own.db.selectFrom("profiles").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  const before = await profileOf();
  expect(before.role).toBe("parent");
  const earlier = "2001-01-01T00:00:00.000Z";
  await own.db
    .updateTable("profiles")
    .set({ updated_at: earlier })
    .where("id", "=", userId)
    .execute();
  await saveProfile(own.db, userId, {
    firstName: "Nora",
    lastName: null,
    role: "dad",
    timeZone: "UTC",
  });
  const after = await profileOf();
  expect(after).toMatchObject({ id: userId, first_name: "Nora", last_name: null, role: "dad" });
  expect(new Date(after.updated_at).toISOString()).toBe(after.updated_at);
  expect(after.updated_at > earlier).toBe(true);
});

test("preferences start with the specification's defaults, one row per user", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const rows = await own.db
    .selectFrom("user_preferences")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
  expect(rows).toEqual([
    {
      user_id: userId,
      auto_save_to_calendar: 0,
      google_calendar_enabled: 0,
      reminder_two_days_before: 1,
      reminder_one_hour_before: 0,
      daily_summary_enabled: 0,
      school_mail_enabled: 0,
      daily_summary_time: "07:00",
      next_daily_summary_at: null,
      delegation_method: "whatsapp",
      default_spouse_id: null,
      phone_number: null,
      phone_confirmed_at: null,
      sms_enabled: 0,
      whatsapp_enabled: 0,
      email_enabled: 1,
      push_enabled: 0,
      ntfy_topic: null,
      ntfy_version: 1,
      phone_lost_at: null,
      telegram_chat: null,
      telegram_lost_at: null,
      other_way_enabled: 1,
      next_way_enabled: 0,
      nag_enabled: 0,
      given_enabled: 1,
    },
  ]);
  await expect(
    own.db.insertInto("user_preferences").values({ user_id: userId }).execute(),
  ).rejects.toThrow(/unique constraint/i);
});
