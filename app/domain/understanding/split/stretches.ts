import type { Reading } from "../resolve/reading.ts";
import { findCandidates, openingOf } from "./candidates.ts";
import { jointOf, type Mark } from "./joints.ts";
import { hasDatedItems, isListingVerb, verbIn, type Range } from "./lists/headings.ts";
import { findSections, type Section } from "./lists/sections.ts";
import { settingOf, type Setting } from "./setting.ts";

/** The text under one heading, or all of it: what the search splits at once. */
export interface Stretch extends Section {
  /** All places where it may be split. */
  boundaries: Mark[];
  setting: Setting;
  /** The verb of the heading: "to call: Rose, Kim". */
  verb: Range | null;
}

/** More places than twenty tasks need. The last task keeps the rest of the text. */
const maxBoundaries = 60;

/** Returns none if nothing can be split. */
export function findStretches(text: string, reading: Reading): Stretch[] {
  const boundaries = findCandidates(text, reading).map((mark) => ({
    ...mark,
    joint: jointOf(reading.tokens, mark),
  }));
  const sections = findSections(text, reading);
  const isHeaded = sections.some(({ headings }) => headings.length > 0);
  if (!isHeaded && boundaries.length === 0) return [];
  const whole = { ...openingOf(text, reading), to: reading.tokens.length };
  return (isHeaded ? sections : [whole]).map((section) => {
    const { from, to, headings } = section;
    const heading = headings.find(({ type }) => type === "verb");
    const verb = heading ? verbIn(reading, heading) : null;
    // "To buy: milk, eggs" is one request.
    const isOne =
      verb !== null && isListingVerb(reading, verb) && !hasDatedItems(reading, heading!.to);
    const inside = isOne ? [] : boundaries.filter(({ at, next }) => at > from && next < to);
    inside.splice(maxBoundaries);
    const setting = settingOf(text, reading, inside, section);
    return { ...section, boundaries: inside, setting, verb };
  });
}
