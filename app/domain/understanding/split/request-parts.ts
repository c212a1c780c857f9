import type { Reading } from "../resolve/reading.ts";
import type { Boundary, Separator } from "./boundaries.ts";
import { readLeadIn, skipSequenceWords } from "./lead-in.ts";
import { findRequestStart } from "./request-start.ts";
import type { Heading } from "./lists/headings.ts";
import { parallelVerb } from "./parallel-parts.ts";
import { areTimedApart, sharedVerb } from "./timed-parts.ts";

export interface RequestPart {
  from: number;
  to: number;
  separator: Separator;
  isAfterComma: boolean;
  verbAt: number;
  isNewRequest: boolean;
  isDelegated: boolean;
  /** The verb that this part shares with an earlier one. */
  verb: { from: number; to: number } | null;
  /** The headings that apply to this part: "Tomorrow:", "for Mia:". */
  headings: Heading[];
  isAgenda: boolean;
  /** True after a part that opens with a day: "Saturday morning market, afternoon football". */
  isPlan: boolean;
}

export function partsBetween(
  reading: Reading,
  splits: Boundary[],
  start: number,
  to: number,
  headings: Heading[],
): RequestPart[] {
  const parts: RequestPart[] = [];
  for (const [index, { next, separator }] of [
    { next: start, separator: "sentence" as const },
    ...splits,
  ].entries()) {
    const end = splits[index]?.at ?? to;
    const from = skipSequenceWords(reading, next);
    const begins = findRequestStart(reading, from, end);
    const { at = from, isDelegated = false } = begins ?? {};
    const { isNewRequest } = begins ?? readLeadIn(reading, from, end);
    const before = parts.at(-1);
    const isListed = separator === "item";
    const verb =
      before && !isListed
        ? (sharedReminder(reading, before, from) ??
          (begins?.type !== "errand" ? verbFor(reading, before, { from, to: end }) : null))
        : null;
    const isAfterComma = reading.tokens[next - 1]?.word === ",";
    const leadIn = { verbAt: at, isNewRequest, isDelegated };
    const isPlan = before !== undefined && isAfterComma && opensWithDay(reading, parts[0]!.from);
    parts.push({
      from,
      to: end,
      separator,
      isAfterComma,
      ...leadIn,
      verb,
      headings,
      isAgenda: false,
      isPlan,
    });
  }
  return parts.filter((part) =>
    reading.tokens.slice(part.from, part.to).some(({ type }) => type !== "symbol"),
  );
}

/** The "remind me" of "remind me at 2 to fax the form and at 4 to get Zoe". */
function sharedReminder(
  { tokens, timeAt }: Reading,
  before: RequestPart,
  from: number,
): RequestPart["verb"] {
  const said = before.verb ?? before;
  const time = timeAt[from];
  const isLater = time?.from === from && tokens[time.to]?.word === "to" && !time.when.day;
  const isReminder = tokens[said.from]!.word === "remind" && tokens[said.from + 1]?.word === "me";
  return isLater && isReminder && timeAt[said.from + 2]
    ? { from: said.from, to: said.from + 2 }
    : null;
}

function opensWithDay({ timeAt }: Reading, from: number): boolean {
  return (
    timeAt[from]?.from === from &&
    timeAt[from].role === "due" &&
    timeAt[from].when.day !== undefined
  );
}

function verbFor(
  reading: Reading,
  before: RequestPart,
  right: { from: number; to: number },
): RequestPart["verb"] {
  const said = before.verb ?? before;
  const parallel = parallelVerb(
    reading,
    before.verb ? { from: said.from, to: before.to } : before,
    right,
  );
  if (parallel) return before.verb ?? parallel;
  if (!areTimedApart(reading, before, right)) return null;
  const shared = sharedVerb(
    reading,
    findRequestStart(reading, said.from, Math.max(said.to, before.to)),
    right,
  );
  return shared && (before.verb ?? shared);
}
