import type { Progress } from "../sending.ts";

/** Bounce types not listed here are automatic replies or temporary failures. */
const nowhere = new Set(["HardBounce", "BadEmailAddress"]);
const refused = new Set([
  "SoftBounce",
  "DnsError",
  "SpamNotification",
  "VirusNotification",
  "Blocked",
  "DMARCPolicy",
]);

/** See https://postmarkapp.com/developer/api/bounce-api#bounce-types. */
export function progressOfBounce(type: string): Progress {
  if (type === "SpamComplaint") return { status: "undelivered", reason: "opted_out" };
  if (nowhere.has(type)) return { status: "undelivered", reason: "bad_address" };
  return refused.has(type) ? { status: "undelivered", reason: "refused" } : { status: "underway" };
}
