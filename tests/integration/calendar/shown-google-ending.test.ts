import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { showGoogleInWeek } from "#app/domain/calendar/shown/google-in-week.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { countAllHeld, releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";
import { newTaskDue } from "../../support/records/google-calendar.ts";
import { onDays, withGoogleInWeek } from "../../support/records/google-in-week.ts";
import { eventsOfWeek, show } from "../../support/records/shown-calendar.ts";
import { today } from "../../support/text/days.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const linkKey = "k".repeat(43);
const now = nowIso();
const day = today().toString();
const concert = {
  summary: "Concert",
  ...onDays(day, today().add({ days: 1 }).toString()),
};

/** Nora's Google calendar, with a concert today that the week shows. */
async function withConcert() {
  const home = await withGoogleInWeek({ now, show: "titles" });
  home.add(concert);
  await home.read();
  expect(await home.week(day)).toHaveLength(1);
  const rows = async () => [
    ...(await home.db.selectFrom("shown_calendars").select("id").execute()),
    ...(await home.stored()),
  ];
  const revision = async () =>
    (
      await home.db
        .selectFrom("households")
        .select("revision")
        .where("id", "=", home.nora.householdId)
        .executeTakeFirstOrThrow()
    ).revision;
  return Object.assign(home, { rows, revision });
}

type Home = Awaited<ReturnType<typeof withConcert>>;

const endings: [string, (home: Home) => Promise<unknown>][] = [
  ["its owner switches it off", ({ choose }) => choose("off")],
  [
    "Google Calendar is disconnected",
    ({ db, nora }) => db.transaction().execute((trx) => forgetCalendar(trx, nora.userId)),
  ],
  [
    "the account gets another owner",
    ({ db, nora: { userId } }) =>
      db.transaction().execute((trx) => accountTakenOver.announce(trx, { userId }, nowIso())),
  ],
  ["the account is deleted", ({ db, nora }) => deleteAccount(db, nora.userId)],
  ["new keys can't decrypt its token", ({ db }) => db.transaction().execute(dropSealed)],
  [
    "Google no longer lets Mila in, as she reads",
    async ({ google, nora, read }) => {
      google.withdraw(google.person(nora.email).sub);
      google.expireAccess();
      await read(laterBy(now, { minutes: 15 }));
    },
  ],
  [
    "Google no longer lets Mila in, as she writes",
    async ({ db, google, nora, sender }) => {
      google.withdraw(google.person(nora.email).sub);
      google.expireAccess();
      await saveToCalendar(db, nora, await newTaskDue(db, nora));
      await sender.sendDue();
    },
  ],
];

test.skipIf(skippedOnPostgres.file).for(endings)(
  "it ends, with everything that was read, when %s",
  async ([, end]) => {
    await using home = await withConcert();
    const before = await home.revision();
    await end(home);
    expect(await home.rows()).toEqual([]);
    await sql`pragma wal_checkpoint(truncate)`.execute(home.db);
    expect(readFileSync(home.file).toString("latin1")).not.toContain("Concert");
    const household = home.db.selectFrom("households").select("revision");
    const after = await household.where("id", "=", home.nora.householdId).executeTakeFirst();
    expect(after?.revision ?? Infinity).toBeGreaterThan(before);
  },
);

test("after Google let Mila in again, it is off until its owner wants it again", async () => {
  await using home = await withConcert();
  const { db, google, nora } = home;
  google.withdraw(google.person(nora.email).sub);
  google.expireAccess();
  await home.read(laterBy(now, { minutes: 15 }));
  const { problem } = await db
    .selectFrom("calendar_connections")
    .select("problem")
    .executeTakeFirstOrThrow();
  expect(problem).toBe("grant_gone");
  await home.connect();
  google.requests.length = 0;
  await home.read(laterBy(now, { minutes: 30 }));
  expect(google.requests).toEqual([]);
  expect(await home.choose("titles")).toBe("saved");
  await home.read();
  expect(await home.week(day)).toHaveLength(1);
});

test.for(waysToLeave)("it ends when its owner %s", async ([, go]) => {
  await using home = await withGoogleInWeek({ now });
  const { db, nora, google } = home;
  const bob = { ...(await newBob(db, nora)), email: "bob@example.com" };
  await home.connectOther(bob);
  await showGoogleInWeek(db, bob, "titles", now);
  await home.choose("titles");
  google.addEvent(bob.email, { ...concert, summary: "Bob's concert" });
  home.add(concert);
  await home.read();
  await home.read();
  expect(await home.week(day)).toHaveLength(2);
  await go(db, nora, bob);
  const stored = await home.stored();
  expect(stored.map(({ title }) => title)).toEqual(["Concert"]);
});

test.skipIf(skippedOnPostgres.file)(
  "titles that its owner hides are gone at once, before anything is read again",
  async () => {
    await using home = await withConcert();
    await home.choose("busy");
    expect(await home.stored()).toEqual([]);
    await sql`pragma wal_checkpoint(truncate)`.execute(home.db);
    expect(readFileSync(home.file).toString("latin1")).not.toContain("Concert");
  },
);

test("it moves with a household that joins another one", async () => {
  await using home = await withConcert();
  const { db, nora } = home;
  const sam = await newFamily(db);
  await show(db, sam, "https://school.example/calendar.ics");
  const invitation = await newInvitation(db, sam, `${nora.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, nora.userId, { linkKey, token })).toBe("joined");
  expect(await eventsOfWeek(db, sam, day, now)).toEqual([expect.stringContaining("Concert")]);
  await home.choose("off");
  expect(await eventsOfWeek(db, sam, day, now)).toEqual([]);
});

test("after a restore it waits for Mila's owner, and hides titles meanwhile if it is told to", async () => {
  await using home = await withConcert();
  const { db, google } = home;
  await writeFact(db, "restored_backup", now);
  await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, laterBy(now, { minutes: 1 }));
  const { length } = google.requests;
  const later = laterBy(now, { hours: 1 });
  await home.read(later);
  expect(google.requests).toHaveLength(length);
  expect(await home.week(day)).toHaveLength(1);
  expect(await home.state(later)).toContain("I wait until Mila's owner lets me read it again");
  await home.choose("busy", later);
  await home.read(later);
  expect(google.requests).toHaveLength(length);
  expect(await home.stored()).toEqual([]);
  expect((await countAllHeld(db)).calendars).toBe(1);
  await releaseAllSources(db, later);
  await home.read(later);
  expect(await home.week(day, later)).toEqual([expect.stringContaining("All day Busy")]);
});
