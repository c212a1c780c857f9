import { expect, test } from "vitest";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import { formatLeadTime } from "#app/domain/tasks/due/lead-time.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";

const noon = "2031-06-01T16:00:00.000Z";
const threeOClock = "2031-06-01T19:00:00.000Z";

test.each<
  [string, DeliveryState, Partial<{ reason: string; channel: Channel; claimedAt: string | null }>]
>([
  ["Scheduled for 3:00 PM", "ready", {}],
  ["On its way", "sending", {}],
  ["Not confirmed yet. I'm checking whether it was sent", "unknown", {}],
  ["Sent 3:00 PM", "sent", {}],
  ["Sent", "sent", { claimedAt: null }],
  ["Sent 3:00 PM, unconfirmed: the provider didn't answer", "sent", { reason: "unclear" }],
  [
    "Saved 3:00 PM, unconfirmed: the provider didn't answer",
    "sent",
    { reason: "unclear", channel: "calendar" },
  ],
  ["Sent 3:00 PM, delivered", "delivered", {}],
  [
    "Sent 3:00 PM, but it didn't arrive. That number can't be reached. Please check it",
    "undelivered",
    { reason: "bad_address" },
  ],
  ["Sent 3:00 PM, but it didn't arrive.", "undelivered", { reason: "refused" }],
  ["That number can't be reached. Please check it", "failed", { reason: "bad_address" }],
  [
    "That address can't be reached. Please check it",
    "failed",
    { reason: "bad_address", channel: "email" },
  ],
  ["Not sent: the provider rejected it", "failed", { reason: "refused" }],
  ["Not sent: it isn't set up here", "cancelled", { reason: "no_provider" }],
  ["Not sent", "cancelled", { reason: "constructor" }],
  ["Sent together with others", "merged", {}],
  ["Not sent: it was too late", "expired", {}],
])("%j describes a delivery that is %s", (words, state, more) => {
  const delivery = {
    channel: "sms" as const,
    reason: null,
    notBefore: threeOClock,
    claimedAt: threeOClock,
    ...more,
  };
  expect(stateInWords({ ...delivery, state }, "America/New_York", noon)).toBe(words);
});

test.each([
  [0, "At the time"],
  [1, "1 minute before"],
  [90, "90 minutes before"],
  [60, "1 hour before"],
  [120, "2 hours before"],
  [1440, "1 day before"],
  [2880, "2 days before"],
])("%i minutes are %j", (minutes, words) => {
  expect(formatLeadTime(minutes)).toBe(words);
});
