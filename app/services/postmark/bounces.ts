import type { Progress } from "../sending.ts";

/** Nothing will ever arrive there. Bounces of types not named here are automatic answers, or are still being tried. */
const nowhere = new Set(["HardBounce", "BadEmailAddress"]);
const refused = new Set(["SoftBounce", "DnsError", "SpamNotification", "VirusNotification", "Blocked", "DMARCPolicy"]);

/** What a bounce of this type means (https://postmarkapp.com/developer/api/bounce-api#bounce-types). */
export function progressOfBounce(type: string): Progress {
  if (type === "SpamComplaint") return { status: "undelivered", reason: "opted_out" };
  if (nowhere.has(type)) return { status: "undelivered", reason: "bad_address" };
  return refused.has(type) ? { status: "undelivered", reason: "refused" } : { status: "underway" };
}
