import type { Outcome, Progress } from "../sending.ts";

type Meaning = Exclude<Outcome, { status: "sent" | "later" | "unclear" }>;

const badAddress: Meaning = { status: "failed", reason: "bad_address" };
const optedOut: Meaning = { status: "failed", reason: "opted_out" };
const bySms: Meaning = { status: "other_channel", channel: "sms" };
const misconfigured: Meaning = { status: "misconfigured" };

/** Twilio's error codes (https://www.twilio.com/docs/api/errors) and what they mean here. */
const meanings: Record<number, Meaning> = {
  // Not a number, a landline, a number not in use, one that no carrier reaches.
  21211: badAddress,
  21614: badAddress,
  21635: badAddress,
  30003: badAddress,
  30005: badAddress,
  30006: badAddress,
  21610: optedOut,
  // WhatsApp: outside the 24 hours for free text; no account with that number; template not approved.
  63016: bySms,
  63003: bySms,
  63024: bySms,
  63040: bySms,
  63041: bySms,
  // Keys, account, and senders that are not this account's.
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

/** What it means that a message is refused with this code. */
export function meaningOf(code: number): Meaning {
  return meanings[code] ?? { status: "failed", reason: "refused" };
}

/** How far a message has come, by its status and error code at Twilio. */
export function progressOf(status: string, errorCode: number | null): Progress {
  if (status === "delivered" || status === "read") return { status: "delivered" };
  if (!["failed", "undelivered", "canceled"].includes(status)) return { status: "underway" };
  const meaning = meaningOf(errorCode ?? 0);
  if (meaning.status === "other_channel") return meaning;
  return { status: "undelivered", reason: meaning.status === "failed" ? meaning.reason : "refused" };
}
