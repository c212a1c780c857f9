import type { ProfileRole } from "#db/schema.ts";

const nicknames: Record<ProfileRole, string> = {
  mom: "supermom",
  dad: "superdad",
  parent: "superparent",
  caregiver: "superstar",
};

/** Specification, sections 2 and 9. The hour is in the user's time zone. */
export function greetingFor(role: ProfileRole, hour: number): string {
  return `${greetingAt(hour)}, ${nicknames[role]}!`;
}

export function greetingAt(hour: number): string {
  return `Good ${hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening"}`;
}
