import { readFileSync } from "node:fs";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import { answerOf } from "#app/domain/understanding/task-answer.ts";
import { headOfHeldOut } from "./classes.ts";

interface Command {
  text: string;
  /** The fields that the answer must have; an array lists acceptable values. */
  wanted: Record<string, unknown>;
  isHeldOut: boolean;
}

/** Reads a file of questions, changes and lists in the form of commands.txt. */
export function readCommands(file: string | URL) {
  const text = readFileSync(file, "utf8");
  const [, now = "", timeZone = ""] = /^#ctx (\S+) (\S+)/m.exec(text)!;
  const family = [.../^#family (.*)$/m.exec(text)![1]!.matchAll(/(\S+):(\S+)/g)];
  const familyMembers = family.map(([, name, relation]) => ({ name: name!, relation: relation! }));
  const cases: Command[] = [];
  let isHeldOut = false;
  for (const line of text.split("\n")) {
    isHeldOut ||= line.startsWith(headOfHeldOut);
    if (!line.trim() || line.startsWith("#")) continue;
    const [said = "", wanted = ""] = line.split(" | ");
    cases.push({ text: said, wanted: JSON.parse(wanted) as Command["wanted"], isHeldOut });
  }
  return { now, timeZone, familyMembers, cases };
}

/** Describes each field of the answer that is wrong; empty if all are right. */
export function mistakesOf(
  { text, wanted }: Command,
  context: Omit<ReturnType<typeof readCommands>, "cases">,
): string[] {
  const answer: Record<string, unknown> = {
    ...answerOf(text, parseText({ text, ...context })),
  };
  return Object.entries(wanted).flatMap(([field, values]) =>
    [values].flat().map(lower).includes(lower(answer[field]))
      ? []
      : [`${field}: ${lower(answer[field])}, not ${[values].flat().join(" or ")}`],
  );
}

const lower = (value: unknown) => String(value ?? "").toLowerCase();
