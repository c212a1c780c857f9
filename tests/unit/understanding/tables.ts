import { readFileSync } from "node:fs";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";

const familyMembers = [
  { name: "Dan", relation: "spouse" },
  { name: "Kim", relation: "sibling" },
  { name: "Jo Miller", relation: "other" },
  ...["Emma", "Leo", "May", "Ben", "Ines"].map((name) => ({ name, relation: "child" })),
  { name: "Rose", relation: "grandparent" },
  { name: "Walter", relation: "parent" },
];

/** Parses a text for this family, on Monday 2026-09-14 at 07:10 in New York. */
export function tasksOf(text: string): ParsedRequest[] {
  return parseRequests({
    text,
    timeZone: "America/New_York",
    now: "2026-09-14T11:10:00Z",
    familyMembers,
  });
}

/** Parses a text that asks for one task, and throws for any other. */
export function parseOne(request: UserRequest): ParsedRequest {
  const [task, ...others] = parseRequests(request);
  if (others.length > 0) throw new Error(`“${request.text}” became ${others.length + 1} tasks`);
  return task!;
}

/** The lines of a table, without comments; "\n" in a line stands for a line break. */
export function linesOf(table: string): string[] {
  const lines = readFileSync(new URL(table, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => !line.startsWith("#")).map((line) => line.replaceAll("\\n", "\n"));
}
