import { readFileSync } from "node:fs";
import { wallClockAt } from "#app/domain/core/time.ts";
import type { FamilyMember, ParsedRequest } from "#app/domain/understanding/types.ts";

/**
 * A request and what it must become. Each list holds the acceptable answers; "-" means no due date.
 */
export interface Case {
  text: string;
  now: string;
  timeZone: string;
  familyMembers: FamilyMember[];
  due: string[];
  categories: string[];
  titles: string[];
}

export const allCases = [...readCases("cases.txt"), ...readCases("worked-cases.txt")];
export const notUnderstoodYet = readCases("not-understood-yet.txt");

/** Reads a file of cases; its head describes the format. */
function readCases(file: string): Case[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const contexts = new Map(
    [...text.matchAll(/^#ctx (\S+) (\S+) (\S+)/gm)].map(([, name, now, timeZone]) => [
      name,
      { now: now!, timeZone: timeZone! },
    ]),
  );
  const family = /^#family (.*)$/m.exec(text)?.[1] ?? "";
  const familyMembers = [...family.matchAll(/(\S+):(\S+)/g)].map(([, name, relation]) => ({
    name: name!,
    relation: relation!,
  }));
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  return lines.map((line) => {
    const [context = "", request = "", due = "", category = "", title = ""] = line
      .split("|")
      .map((part) => part.trim());
    const { now, timeZone } = contexts.get(context)!;
    return {
      text: request,
      now,
      timeZone,
      familyMembers,
      due: due.split(" ~ "),
      categories: category.split(" ~ "),
      titles: title.split(" ~ "),
    };
  });
}

/** Describes each field of the task that is wrong; empty when all are right. */
export function mistakesIn(
  { timeZone, due, categories, titles }: Case,
  got: ParsedRequest,
): string[] {
  const gotDue = got.due
    ? wallClockAt(got.due.instant, timeZone).toString({ smallestUnit: "minute" })
    : "-";
  const isTitle = titles.some((title) => plain(title) === plain(got.title));
  return [
    ...(due.includes(gotDue) ? [] : [`due ${gotDue}, not ${due.join(" or ")}`]),
    ...(categories.includes(got.category)
      ? []
      : [`category ${got.category}, not ${categories.join(" or ")}`]),
    ...(isTitle ? [] : [`title "${got.title}", not "${titles.join('" or "')}"`]),
  ];
}

export function plain(title: string): string {
  return title
    .trim()
    .replace(/[.!?]+$/, "")
    .replace(/\s+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
