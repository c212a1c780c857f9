import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { maxNameLength } from "./input.ts";

/** Shortens a name from an identity provider to what the profile allows. */
export function shortName(name: string): string | null {
  return collapseWhitespace(name).trim().slice(0, maxNameLength) || null;
}
