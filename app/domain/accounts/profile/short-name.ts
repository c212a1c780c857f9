import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { maxNameLength } from "./input.ts";

/** A name from elsewhere, as the profile allows it. */
export function shortName(name: string): string | null {
  return collapseWhitespace(name).trim().slice(0, maxNameLength) || null;
}
