import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TimePhrase, When } from "../types.ts";

/** More days in one list are likelier a timetable. */
const maxTimes = 7;

/** Returns each whole time of a list: "Mon 4:30" and "Wed 4:30". A repetition is one. */
export function timesOf(when: When): When[] {
  const { also, daysBetween = [], exceedsDueDate, ...first } = when;
  if (when.repetition ?? when.isHalfRead) return [when];
  const isTimed = first.clock ?? first.part;
  const others = also ?? (isTimed ? daysBetween.map((day) => ({ day })) : []);
  if (others.length === 0) return [when];
  const { clock: _, part: __, ...day } = first;
  const all = others.map((other) => ({ ...(isTimedItself(other) ? day : first), ...other }));
  const said = first.isRange ? { exceedsDueDate } : {};
  return all.length < maxTimes ? [first, ...all].map((time) => ({ ...time, ...said })) : [when];
}

export const isList = ({ also, daysBetween }: When) => Boolean(also ?? daysBetween);

/** Joins times that stand beside each other: "Tuesday at 4 and Thursday at 5". */
export function withLists(scan: Scan, phrases: TimePhrase[]): TimePhrase[] {
  return phrases.reduce<TimePhrase[]>((kept, phrase) => {
    const last = kept.at(-1);
    if (!last || !isListed(scan, last, phrase)) return [...kept, phrase];
    return [...kept.slice(0, -1), { ...last, to: phrase.to, when: joined(last.when, phrase.when) }];
  }, []);
}

/** "Saturday and Sunday at 5" says the time of both; "Saturday at 4 and 5" the day. */
function joined(one: When, { also = [], ...other }: When): When {
  const { clock, part } = isTimedItself(one) ? {} : other;
  const day = one.day ?? other.day;
  return {
    ...one,
    ...(day && { day }),
    ...(clock && { clock }),
    ...(part && { part }),
    also: [...(one.also ?? []), { ...(day && { day }), ...other }, ...also],
    exceedsDueDate: true,
  };
}

/** "Piano Tuesday at 4 and Thursday at 5", but not "Tuesday at 4, Thursday recital at 5". */
function isListed({ tokens }: Scan, last: TimePhrase, next: TimePhrase): boolean {
  const between = tokens.slice(last.to, next.from);
  const after = tokens[next.to];
  const isAtEnd = after?.type !== "word" || connectingWords.has(after.word) || last.from === 0;
  const [one, other] = [last.when, next.when];
  const isSameKind = one.day && other.day ? true : isTimedItself(one) && isTimedItself(other);
  const isWhole = [one, other].every((when) => when.day && when.clock);
  return (
    last.cue?.type !== "deadline" &&
    [last, next].every(isPlain) &&
    (between.length > 0 || (isWhole && !next.cue)) &&
    between.every(({ word, startsLine }) => joints.has(word) && !startsLine) &&
    isAtEnd &&
    isSameKind
  );
}

function isPlain({ role, cue, when }: TimePhrase): boolean {
  const { repetition, leadTime, isStartDate, isOver, isIgnored, isRange, day, clock } = when;
  const isOther = [repetition, leadTime, isStartDate, isOver, isIgnored, isRange && !day];
  const isPurpose = cue?.type === "purpose" && !clock;
  return role === "due" && !isPurpose && !isOther.some(Boolean) && when.afterMinutes === undefined;
}

const isTimedItself = ({ clock, part }: When) => Boolean(clock ?? part);
const joints = wordSet(", and & n + / plus also then again");
