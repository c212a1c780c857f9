import type { ProfileRole } from "#db/schema.ts";

const nicknames: Record<ProfileRole, string> = {
  mom: "supermom",
  dad: "superdad",
  parent: "superparent",
  caregiver: "superstar",
};

/** By the hour of the user's day: morning before 12:00, afternoon before 18:00 (specification, sections 2 and 9). */
export function greetingFor(role: ProfileRole, hour: number): string {
  const partOfDay = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return `Good ${partOfDay}, ${nicknames[role]}!`;
}
