import { ruleFromFields } from "#app/domain/recurrence/form-rule.ts";
import { readPastedRule } from "#app/domain/recurrence/pasted-rule.ts";
import { restartCount } from "#app/domain/recurrence/restart-count.server.ts";
import { parseRule, writeRule } from "#app/domain/recurrence/rule.ts";
import { readSchedule } from "#app/domain/recurrence/schedule.server.ts";
import type { RepeatInput } from "../input.ts";
import type { Series } from "../occurrences/series.server.ts";

/** The field beside which a refusal stands. */
export type RepeatField = "interval" | "days" | "until" | "pausedUntil" | "pasted";

export interface Written {
  rule: string;
  from: Series["counts_from"];
  startsOn?: string | null;
  excludedOn?: string;
}

/** The dates are only those of a pasted rule. */
export function writtenRule(
  input: RepeatInput,
  { dueLocal, timeZone, today }: { dueLocal: string; timeZone: string; today: string },
  series: Series | undefined,
): Written | { field: RepeatField; words: string } {
  if (input.pasted.trim()) {
    const [on = "", time = ""] = dueLocal.split("T");
    const pasted = readPastedRule(input.pasted, { on, time, timeZone });
    if (pasted.status === "refused") return { field: "pasted", words: pasted.words };
    if (input.from === "done" && isFromDone(pasted.rule))
      return { rule: pasted.rule, from: "done" };
    const from = withoutPast(pasted, on < today ? on : today);
    return { ...from, from: "due", excludedOn: JSON.stringify(pasted.excludedOn) };
  }
  if (input.rule === "keep" && series) return { rule: series.rule, from: series.counts_from };
  const written = ruleFromFields({ ...input, until: input.until ?? null });
  return "field" in written ? written : { ...written, from: input.from };
}

/** Only a plain interval, such as "every 3 days", can count from when it is done. */
const isFromDone = (rule: string): boolean => {
  const read = readSchedule({ rule, from: "done" });
  return read.status === "accepted" && read.schedule.type === "completion";
};

/** False for a rule that can be read, and that has days or an end. */
export function canBeFromDone(text: string): boolean {
  const pasted = readPastedRule(text, { on: "2000-01-01", time: "00:00", timeZone: "UTC" });
  return pasted.status === "refused" || isFromDone(pasted.rule);
}

function withoutPast(
  { rule: text, startsOn }: { rule: string; startsOn: string | null },
  on: string,
) {
  const parsed = parseRule(text);
  if (!startsOn || parsed.status === "refused") return { rule: text, startsOn };
  const left = restartCount({ rule: parsed.rule, startsOn, excludedOn: [] }, on);
  return { rule: writeRule(left.rule), startsOn: left.startsOn };
}
