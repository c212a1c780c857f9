import { expect, test } from "vitest";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";

const now = "2026-11-21T12:00:00.000Z";

test.each([
  ["2026-11-21T20:00:00.000Z", "America/New_York", "America/New_York", "today at 3:00 PM"],
  ["2026-11-22T14:05:00.000Z", "America/New_York", "America/New_York", "tomorrow at 9:05 AM"],
  ["2026-11-20T20:00:00.000Z", "America/New_York", "America/New_York", "yesterday at 3:00 PM"],
  ["2026-11-28T17:00:00.000Z", "America/New_York", "America/New_York", "Sat, Nov 28 at 12:00 PM"],
  [
    "2027-01-02T05:00:00.000Z",
    "America/New_York",
    "America/New_York",
    "Sat, Jan 2, 2027 at 12:00 AM",
  ],
  ["2026-11-21T14:00:00.000Z", "Europe/Berlin", "America/New_York", "today at 3:00 PM Berlin time"],
  ["2026-11-21T14:00:00.000Z", "Europe/Berlin", "Europe/Rome", "today at 3:00 PM"],
  ["2026-11-21T14:00:00.000Z", "Europe/Berlin", null, "today at 3:00 PM"],
  ["2026-11-21T11:30:00.000Z", "Pacific/Kiritimati", "Pacific/Kiritimati", "today at 1:30 AM"],
  ["2026-11-21T20:00:00.000Z", "Europe/Atlantis", "America/New_York", "today at 3:00 PM"],
  ["2026-11-21T20:00:00.000Z", "Europe/Atlantis", "Europe/Utopia", "today at 8:00 PM"],
  ["9999-12-31T23:00:00.000Z", "UTC", "UTC", "Fri, Dec 31, 9999 at 11:00 PM"],
])("%s, set in %s and read in %s, is %j", (instant, timeZone, readerZone, expected) => {
  expect(formatDue({ instant, timeZone }, readerZone, now)).toBe(expected);
});
