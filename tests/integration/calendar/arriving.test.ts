import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import type { TurnsInput } from "#app/domain/series/turns/input.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { loader } from "#app/routes/calendar-feed/feed.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeGoogle } from "../../fakes/google.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { feedPath, readEvents } from "../../support/messages/calendar.ts";
import {
  answerAs,
  newAskingFamily,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";
import { connectUser, newTaskDue } from "../../support/records/google-calendar.ts";
import { moveAccount } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";
import { tomorrow } from "../../support/text/days.ts";
import { routeArgs } from "../../support/text/route.ts";

const linkKey = "k".repeat(43);

/**
 * Sam is in Nora's list, said yes to one task and has the turn of another. His account is
 * elsewhere.
 */
async function newScene(db: Kysely<Database>) {
  const google = await startFakeGoogle();
  const twilio = await startFakeTwilio();
  const sender = newSender(db, { ...google.settings, ...twilio.settings });
  const nora = await newAskingFamily(db);
  const sam = { ...(await newFamily(db)), email: "sam@example.com" };
  await db.updateTable("users").set({ email: sam.email }).where("id", "=", sam.userId).execute();
  const vet = await newTaskDue(db, nora);
  await answerAs(db, await sendRequest(db, nora, vet), "accept");
  const due = "2041-05-05T19:00";
  const trash = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  const turns: TurnsInput = { who: "people", people: [nora.sam], order: "each" };
  expect(await setTurns(db, nora, trash, turns)).toBe("saved");
  await newTaskDue(db, nora, `${tomorrow()}T23:59`, "Buy milk");
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phones.sam), sms_enabled: 1, daily_summary_enabled: 1 })
    .where("user_id", "=", sam.userId)
    .execute();
  const feed = await feedPath(db, sam.userId);
  await connectUser(db, google, sam, sender.outbox);
  await saveCalendarPreferences(db, sam.userId, {
    autoSaveToCalendar: true,
    googleCalendarEnabled: true,
  });
  const own = () => google.events(sam.email).map(({ summary }) => summary!);
  return {
    nora,
    sam,
    /** What the worker does within seconds. */
    async settle() {
      await announceWaiting(db, nowIso());
      await sender.sendDue();
      return own().toSorted();
    },
    /** The titles that his calendar program shows, and those that it reminds him of. */
    async feed() {
      const params = { token: feed.replace("/calendar/", "").replace(".ics", "") };
      const answer = await loader(await routeArgs(db, { path: feed, params }));
      const events = readEvents(await answer.text());
      const titles = (some: typeof events) => [...new Set(some.map(({ summary }) => summary))];
      return {
        shown: titles(events).toSorted(),
        reminds: titles(events.filter(({ alarms }) => (alarms as []).length > 0)).toSorted(),
      };
    },
    /** What his next daily summary says. */
    async summary() {
      const { length } = twilio.messages();
      await db
        .updateTable("user_preferences")
        .set({ next_daily_summary_at: nowIso() })
        .where("user_id", "=", sam.userId)
        .execute();
      await tickSummaries(db, nora.timeZone, nowIso());
      await sender.sendDue();
      return twilio.messages().slice(length);
    },
    async reminded() {
      const rows = await db
        .selectFrom("reminders")
        .select("message")
        .distinct()
        .where("user_id", "=", sam.userId)
        .where("status", "=", "pending")
        .execute();
      return rows.map(({ message }) => message).toSorted();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([google, twilio].map((fake) => fake[Symbol.asyncDispose]()));
    },
  };
}

type Scene = Awaited<ReturnType<typeof newScene>>;

async function join(db: Kysely<Database>, { nora, sam }: Scene) {
  const token = linkToken(linkKey, "invitation", await newInvitation(db, nora, sam.email));
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
}

const ways: [string, (db: Kysely<Database>, scene: Scene) => Promise<void>][] = [
  ["brings a household along", join],
  [
    "leaves another household",
    async (db, scene) => {
      const other = await newFamily(db);
      await moveAccount(db, scene.sam.userId, other.householdId);
      await join(db, scene);
    },
  ],
  [
    "was a member already, whose address the family writes down",
    async (db, { nora, sam }) => {
      await db.updateTable("people").set({ email: null }).where("id", "=", nora.sam).execute();
      await moveAccount(db, sam.userId, nora.householdId);
      const facts = { name: "Sam", relation: "spouse", email: sam.email, phone: null } as const;
      expect(await changeFamilyMember(db, nora, nora.sam, facts)).toBe("saved");
    },
  ],
];

test.for(ways)(
  "reminders and entries of a yes and a turn begin when their person %s",
  async ([, arrive]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    expect(await scene.settle()).toEqual([]);
    await arrive(own.db, scene);
    expect(await scene.settle()).toEqual(["Call the vet", "Take out the trash"]);
    expect(await scene.reminded()).toEqual(["Call the vet", "Take out the trash"]);
  },
);

test.for(ways)(
  "the feed and the daily summary have the household's tasks when their person %s",
  async ([, arrive]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    expect(await scene.feed()).toEqual({ shown: [], reminds: [] });
    await arrive(own.db, scene);
    await scene.settle();
    expect(await scene.feed()).toEqual({
      shown: ["Buy milk", "Call the vet", "Take out the trash"],
      reminds: ["Call the vet", "Take out the trash"],
    });
    expect(await scene.summary()).toMatchObject([
      { to: phones.sam, body: expect.stringContaining("Nothing is due today. 1 coming up.") },
    ]);
  },
);
