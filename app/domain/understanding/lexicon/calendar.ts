import { wordSet } from "./word-set.ts";
import type { DayPart, Unit } from "../types.ts";

/** 1 is Monday, as in ISO 8601. */
export const weekdayNumbers: Readonly<Record<string, number>> = {
  monday: 1,
  mon: 1,
  tuesday: 2,
  tues: 2,
  tue: 2,
  wednesday: 3,
  weds: 3,
  wed: 3,
  thursday: 4,
  thurs: 4,
  thur: 4,
  thu: 4,
  friday: 5,
  fri: 5,
  saturday: 6,
  sat: 6,
  sunday: 7,
  sun: 7,
};

/**
 * Weekdays that are also other words: "he sat down", "sun hat", "newly wed", "mon petit". Before
 * one of the listed words, each is a day.
 */
export const ambiguousWeekdays: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["sat", wordSet("w at @ for before after and am pm morning afternoon evening night")],
  ["sun", wordSet("at @ for before after and with w am pm morning afternoon evening night")],
  [
    "mon",
    wordSet("at @ for before after and with w to in on by am pm morning afternoon evening night"),
  ],
  [
    "wed",
    wordSet("at @ for before after and with w in on by am pm morning afternoon evening night"),
  ],
]);

export const weekdayPluralNumbers: Readonly<Record<string, number>> = {
  mondays: 1,
  tuesdays: 2,
  wednesdays: 3,
  thursdays: 4,
  fridays: 5,
  saturdays: 6,
  sundays: 7,
};

export const monthNumbers: Readonly<Record<string, number>> = {
  january: 1,
  jan: 1,
  february: 2,
  feb: 2,
  march: 3,
  mar: 3,
  april: 4,
  apr: 4,
  may: 5,
  june: 6,
  jun: 6,
  july: 7,
  jul: 7,
  august: 8,
  aug: 8,
  september: 9,
  sept: 9,
  sep: 9,
  october: 10,
  oct: 10,
  november: 11,
  nov: 11,
  december: 12,
  dec: 12,
};

export const ambiguousMonths: ReadonlySet<string> = new Set([
  "march",
  "april",
  "may",
  "june",
  "august",
]);

export const dayParts: Readonly<Record<string, DayPart>> = {
  morning: "morning",
  afternoon: "afternoon",
  evening: "evening",
  night: "night",
};

export const partsInPlural: Readonly<Record<string, DayPart>> = {
  mornings: "morning",
  afternoons: "afternoon",
  evenings: "evening",
  nights: "night",
};

export const timeUnits: Readonly<Record<string, Unit>> = {
  minute: "minute",
  minutes: "minute",
  min: "minute",
  mins: "minute",
  hour: "hour",
  hours: "hour",
  hr: "hour",
  hrs: "hour",
  h: "hour",
  day: "day",
  days: "day",
  week: "week",
  weeks: "week",
  wk: "week",
  wks: "week",
  fortnight: "fortnight",
  fortnights: "fortnight",
  month: "month",
  months: "month",
  year: "year",
  years: "year",
  yr: "year",
  yrs: "year",
};

/** The letters of a timetable as one word: "MWF". */
export const weekdayLetterWords = new Map([
  ["mwf", [1, 3, 5]],
  ["tth", [2, 4]],
  ["tuth", [2, 4]],
  ["tuthu", [2, 4]],
  ["mwth", [1, 3, 4]],
]);

/** The letters of a timetable with marks between them: "T/Th", "M-F". */
export const weekdayLetters = new Map([
  ["m", 1],
  ["t", 2],
  ["tu", 2],
  ["w", 3],
  ["th", 4],
  ["thu", 4],
  ["f", 5],
]);
