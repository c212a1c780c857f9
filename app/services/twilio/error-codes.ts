import type { Outcome, Progress } from "../sending.ts";

type Meaning = Exclude<Outcome, { status: "sent" | "later" | "unclear" }>;

const badAddress: Meaning = { status: "failed", reason: "bad_address" };
const optedOut: Meaning = { status: "failed", reason: "opted_out" };
const bySms: Meaning = { status: "other_channel", channel: "sms" };
const misconfigured: Meaning = { status: "misconfigured" };

/** See https://www.twilio.com/docs/api/errors. */
const meanings: Record<number, Meaning> = {
  // Invalid, landline, unassigned or unreachable numbers.
  21211: badAddress,
  21614: badAddress,
  21635: badAddress,
  30003: badAddress,
  30005: badAddress,
  30006: badAddress,
  21610: optedOut,
  // WhatsApp: outside the 24 hours for free text, no such account, or template not approved.
  63016: bySms,
  63003: bySms,
  63024: bySms,
  63040: bySms,
  63041: bySms,
  // Wrong keys or account, or a sender that is not the account's.
  20003: misconfigured,
  20005: misconfigured,
  20404: misconfigured,
  21212: misconfigured,
  21603: misconfigured,
  21606: misconfigured,
  21659: misconfigured,
  21660: misconfigured,
  21703: misconfigured,
  30002: misconfigured,
  63007: misconfigured,
};

export function meaningOf(code: number): Meaning {
  return meanings[code] ?? { status: "failed", reason: "refused" };
}

export function progressOf(status: string, errorCode: number | null): Progress {
  if (status === "delivered" || status === "read") return { status: "delivered" };
  if (!["failed", "undelivered", "canceled"].includes(status)) return { status: "underway" };
  const meaning = meaningOf(errorCode ?? 0);
  if (meaning.status === "other_channel") return meaning;
  return {
    status: "undelivered",
    reason: meaning.status === "failed" ? meaning.reason : "refused",
  };
}
