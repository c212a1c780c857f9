import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { listShownCalendars } from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { countAllHeld, releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { show, withShownCalendar } from "../../support/records/shown-calendar.ts";
import { today } from "../../support/text/days.ts";

const linkKey = "k".repeat(43);
const address = (name: string) => `https://${name}.example/calendar.ics`;
const hostsOf = async (db: Kysely<Database>, family: TestFamily) =>
  (await listShownCalendars(db, family)).map(({ host }) => host.replace(".example", ""));

test.for(waysToLeave)("a calendar ends when the person who added it %s", async ([, go]) => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const bob = await newBob(db, nora);
  await show(db, nora, address("school"));
  await show(db, bob, address("club"));
  expect(await hostsOf(db, nora)).toEqual(["school", "club"]);
  await go(db, nora, bob);
  expect(await hostsOf(db, nora)).toEqual(["school"]);
  expect(await db.selectFrom("shown_calendars").select("host").execute()).toHaveLength(1);
});

test("the address of a family of one is gone at once when its account ends", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await show(own.db, nora, address("school"));
  await deleteAccount(own.db, nora.userId);
  expect(await own.db.selectFrom("shown_calendars").select("id").execute()).toEqual([]);
});

test("whoever gets an account back does not keep the addresses of whoever had it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  await show(db, nora, address("stranger"));
  const { userId } = nora;
  await db.transaction().execute((trx) => accountTakenOver.announce(trx, { userId }, nowIso()));
  expect(await hostsOf(db, nora)).toEqual([]);
});

test("two households that become one have both their calendars, up to 20", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newFamily(db), await newFamily(db)];
  for (let count = 0; count < 18; count += 1) await show(db, nora, address(`hers-${count}`));
  for (const name of ["his-0", "his-1", "his-2"]) await show(db, sam, address(name));
  const invitation = await newInvitation(db, nora, `${sam.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
  const hosts = await hostsOf(db, nora);
  expect(hosts).toHaveLength(20);
  expect(hosts.filter((host) => host.startsWith("his"))).toEqual(["his-0", "his-1"]);
  expect(await db.selectFrom("shown_calendars").select("id").execute()).toHaveLength(20);
});

test("new keys remove the addresses that they can't decrypt", async () => {
  await using own = newDatabase();
  const { db } = own;
  await show(db, await newFamily(db), address("school"));
  expect(await db.transaction().execute(dropSealed)).toMatchObject({ shownCalendars: 1 });
  expect(await db.selectFrom("shown_calendars").select("id").execute()).toEqual([]);
});

test("after a restore nothing is fetched until Mila's owner says so, and what was read stays", async () => {
  const now = nowIso();
  await using home = await withShownCalendar({ now });
  const { db, calendar } = home;
  calendar.hold(["SUMMARY:Concert", `DTSTART:${now.replaceAll(/[-:]|\.\d+/g, "")}`]);
  await home.read();
  const day = today().toString();
  const before = await home.week(day);
  expect(before).toHaveLength(1);
  await writeFact(db, "restored_backup", now);
  await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, laterBy(now, { minutes: 1 }));
  const later = laterBy(now, { hours: 1 });
  await home.read(later);
  expect(calendar.requests).toHaveLength(1);
  expect(await home.week(day)).toEqual(before);
  expect((await countAllHeld(db)).calendars).toBe(1);
  await releaseAllSources(db, later);
  await home.read(later);
  expect(calendar.requests).toHaveLength(2);
  expect((await countAllHeld(db)).calendars).toBe(0);
});
