import { readPastedRule } from "#app/domain/recurrence/pasted-rule.ts";
import type { ImportedTask } from "../row.ts";

interface Repetition {
  repeats: ImportedTask["repeats"];
  /** Why it comes once, or null. */
  problem: string | null;
}

export const once = (why: string): Repetition => ({
  repeats: null,
  problem: `${why} It comes once.`,
});

/**
 * Reads a repetition that was written as a rule (RFC 5545, 3.3.10) of another program's words.
 * @param rule an empty text for a task that does not repeat
 */
export function readRepetition(
  rule: string,
  due: ImportedTask["due"],
  from: "due" | "done" = "due",
): Repetition {
  if (rule === "") return { repeats: null, problem: null };
  if (!due) return once("It repeats, but has no date.");
  const [on = "", time = ""] = due.local.split("T");
  const read = readPastedRule(rule, { on, time, timeZone: due.timeZone });
  if (read.status === "refused") return once(read.words);
  return { repeats: { rule: read.rule, from }, problem: null };
}
