import { expect, test } from "vitest";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import { listCalendars } from "#app/services/google/calendar-list.server.ts";
import { readSettings } from "#app/config/env.server.ts";
import { startFakeGoogle } from "../../fakes/google.ts";
import { isGoogleContractHere } from "../../fakes/google/calendar-contract.ts";
import { aMomentAgo, newEntry, providersBy } from "./messages.ts";

const email = "nora@example.com";

test("a task's event is created, updated and removed", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const entry = newEntry(google.allow(email));
  const sent = { status: "sent", providerId: entry.eventId };
  expect(await providers.send(entry)).toEqual(sent);
  expect(google.events(email)).toMatchObject([
    { id: entry.eventId, status: "confirmed", ...entry.event },
  ]);

  const moved = {
    ...entry,
    isThere: true,
    event: { ...entry.event!, summary: "Dentist, with Emma" },
  };
  expect(await providers.send(moved)).toEqual(sent);
  expect(google.events(email)).toMatchObject([
    { id: entry.eventId, summary: "Dentist, with Emma" },
  ]);

  for (let time = 0; time < 2; time += 1) {
    expect(await providers.send({ ...moved, event: null })).toEqual({
      status: "sent",
      providerId: null,
    });
    expect(google.events(email)).toMatchObject([{ status: "cancelled" }]);
  }
});

test("saving an event twice, even at once, leaves one event in its newest state", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const entry = newEntry(google.allow(email));
  const sent = { status: "sent", providerId: entry.eventId };
  expect(await Promise.all([providers.send(entry), providers.send(entry)])).toEqual([sent, sent]);
  expect(await providers.send({ ...entry, event: { ...entry.event!, summary: "Newer" } })).toEqual(
    sent,
  );
  expect(google.events(email)).toMatchObject([{ id: entry.eventId, summary: "Newer" }]);
});

test.for(["cancelled", "for good"] as const)(
  "an event that the user deleted (%s) is not restored",
  async (how) => {
    await using google = await startFakeGoogle();
    const providers = providersBy(google.settings);
    const entry = newEntry(google.allow(email));
    await providers.send(entry);
    google.removeEvent(email, entry.eventId, how);
    expect(await providers.send({ ...entry, isThere: true })).toEqual({ status: "taken_out" });
    expect(google.events(email).filter(({ status }) => status !== "cancelled")).toEqual([]);
  },
);

test.for([410, 404])("an update answered %i means that the event was deleted", async (status) => {
  await using google = await startFakeGoogle();
  const entry = newEntry(google.allow(email), { isThere: true });
  google.behave({ type: "failing", status, reason: "deleted" });
  expect(await providersBy(google.settings).send(entry)).toEqual({ status: "taken_out" });
});

test("an insert does not restore a deleted event either", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const entry = newEntry(google.allow(email));
  await providers.send(entry);
  google.removeEvent(email, entry.eventId);
  expect(await providers.send(entry)).toEqual({ status: "taken_out" });
  expect(google.events(email)).toMatchObject([{ status: "cancelled" }]);
});

test("a missing calendar is distinguished from a missing event", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const calendarId = "family@group.calendar.google.com";
  google.addCalendar(email, calendarId);
  const entry = newEntry(google.allow(email), { calendarId });
  expect(await providers.send(entry)).toMatchObject({ status: "sent" });
  expect(google.events(email, calendarId)).toHaveLength(1);
  google.removeCalendar(email, calendarId);
  const calendarGone = { status: "needs_user", problem: "calendar_gone" };
  expect(await providers.send({ ...entry, isThere: true })).toEqual(calendarGone);
  expect(await providers.send(newEntry(entry.refreshToken, { calendarId }))).toEqual(calendarGone);
});

test("an event accepted before its answer was lost is found by its id and state", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const entry = newEntry(google.allow(email));
  google.behave({ type: "hanging_up", when: "after_taking" });
  expect(await providers.send(entry)).toEqual({ status: "unclear" });
  const older = {
    ...entry.event!,
    extendedProperties: { private: { milaState: "older", milaInstance: "ours" } },
  };
  expect(await providers.find(entry, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [entry.eventId],
  });
  expect(await providers.find({ ...entry, event: older }, aMomentAgo())).toEqual({
    status: "absent",
  });
  expect(await providers.find({ ...entry, event: null }, aMomentAgo())).toEqual({
    status: "absent",
  });
  expect(await providers.find(newEntry(entry.refreshToken), aMomentAgo())).toEqual({
    status: "absent",
  });
  google.removeEvent(email, entry.eventId);
  expect(await providers.find({ ...entry, event: null }, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [],
  });
  google.behave({ type: "failing", status: 500, on: "asking" });
  expect(await providers.find(entry, aMomentAgo())).toEqual({ status: "unanswered" });
});

test("access tokens are requested once an hour, and again when Google rejects one", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const token = google.allow(email);
  const [one, two, three] = [newEntry(token), newEntry(token), newEntry(token)];
  await providers.send(one);
  await providers.send(two);
  expect(google.accessGiven()).toBe(1);
  google.expireAccess();
  expect(await providers.send(three)).toMatchObject({ status: "sent" });
  expect(google.accessGiven()).toBe(2);
  expect(google.requests.map(({ method }) => method)).toEqual(["POST", "POST", "POST", "POST"]);
});

test("the user's writable calendars are listed with their own first", async () => {
  await using google = await startFakeGoogle();
  google.addCalendar(email, "family@group.calendar.google.com", { name: "Family" });
  google.addCalendar(email, "holidays@group.calendar.google.com", {
    name: "Holidays",
    isWritable: false,
  });
  const client = readGoogleClient(readSettings(google.settings))!;
  expect(await listCalendars(client, google.allow(email))).toEqual({
    type: "listed",
    calendars: [
      { id: email, name: email, isPrimary: true },
      { id: "family@group.calendar.google.com", name: "Family", isPrimary: false },
    ],
  });
  expect(await listCalendars(client, "none")).toMatchObject({
    type: "not_listed",
    outcome: { problem: "grant_gone" },
  });
});

test.skipIf(!isGoogleContractHere)(
  "a request that Google's API description forbids is refused and fails its test",
  async () => {
    const google = await startFakeGoogle();
    const url = `${google.origin}/calendar/v3/calendars/primary/events`;
    const post = (content: object, query = "") =>
      fetch(url + query, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(content),
      });
    const { event, eventId: id } = newEntry(null);
    const good = { id, ...event };
    // Valid except for a missing name.
    expect((await post(good)).status).toBe(401);
    expect(google.problems).toEqual([]);
    expect((await post({ ...good, title: "Dentist" })).status).toBe(400);
    expect((await post({ ...good, summary: 7 })).status).toBe(400);
    expect((await post({ ...good, id: "x-1" })).status).toBe(400);
    expect((await post(good, "?notify=yes")).status).toBe(400);
    expect((await fetch(url, { method: "PUT", body: "{}" })).status).toBe(400);
    await expect(google[Symbol.asyncDispose]()).rejects.toThrow("The provider would have refused");
  },
);
