import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Thing } from "../reading/thing.ts";

/** A task that was added from an earlier mail. */
export interface EarlierTask {
  id: string;
  title: string;
  /** The words of the title that tell it apart: `subjectOf`. */
  subject: Subject;
  /** Wall clock, in the task's zone. */
  due: string;
  hasTime: boolean;
  /** IANA name. */
  timeZone: string | null;
  /** The name of the person whom it is about. */
  about: string | null;
  /** Of the event in the calendar file that it came from. */
  eventHash: string | null;
  sequence: number;
  /** True if both mails have the same sender. */
  isSameSender: boolean;
  /** False if it is done, deleted or repeating. */
  canChange: boolean;
}

/** A mail's news about a task of an earlier one. */
export interface Match {
  task: EarlierTask;
  /** "same" means that there is nothing new. */
  what: "moved" | "cancelled" | "same";
  isSure: boolean;
}

/** A thing with the hash of its event, if it came from a calendar file. */
export type HashedThing = Thing & { eventHash: string | null };

/** Finds the task that a thing of a later mail is about; undefined if it is about none. */
export function matchThing(thing: HashedThing, earlier: readonly EarlierTask[]): Match | undefined {
  const event = earlier.find(({ eventHash }) => eventHash && eventHash === thing.eventHash);
  if (event) return onlyPossible(matchEvent(thing, event));
  const subject = subjectOf(thing.title);
  const found = earlier.flatMap((task) => {
    const share = shareOf(task.subject, subject);
    const match = share > minShare && isAboutSame(thing, task) && matchWords(thing, task);
    const possible = match ? onlyPossible(match) : undefined;
    return possible ? [{ ...possible, share }] : [];
  });
  const sure = found.filter(({ isSure }) => isSure);
  const [best, next] = (sure.length > 0 ? sure : found).toSorted(
    (one, other) => other.share - one.share,
  );
  // If two fit equally well, neither may be changed.
  return best && best.share !== next?.share ? best : undefined;
}

const onlyPossible = (match: Match): Match | undefined =>
  match.what === "same" || match.task.canChange ? match : undefined;

/** An update has a higher number than what it replaces (RFC 5546, 2.1.4). */
function matchEvent(thing: HashedThing, task: EarlierTask): Match {
  const sequence = thing.sequence ?? 0;
  if (sequence < task.sequence) return { task, what: "same", isSure: true };
  if (thing.kind === "cancelled") return { task, what: "cancelled", isSure: true };
  const isSame = !thing.due || isSameTime(thing, task);
  // With an equal number, somebody may have moved the task by hand.
  return { task, what: isSame ? "same" : "moved", isSure: sequence > task.sequence };
}

const dayOf = (local: string): string => local.slice(0, "2026-11-30".length);

const isSameTime = ({ due, hasTime }: Thing, task: EarlierTask): boolean =>
  hasTime && task.hasTime ? due?.local === task.due : dayOf(due!.local) === dayOf(task.due);

const isAboutSame = ({ about }: Thing, task: EarlierTask): boolean =>
  about === null || task.about === null || about === task.about;

/** Never sure across senders, because two clubs may use the same words. */
function matchWords(thing: Thing, task: EarlierTask): Match | undefined {
  const { due, kind } = thing;
  if (!due) return undefined;
  const isSure = thing.isSure && task.isSameSender;
  const isSameDay = dayOf(due.local) === dayOf(task.due);
  const namesOldDay = thing.oldDays?.includes(dayOf(task.due)) ?? false;
  if (kind === "cancelled")
    return isSameDay || namesOldDay ? { task, what: "cancelled", isSure } : undefined;
  if (isSameDay && isSameTime(thing, task)) return { task, what: "same", isSure: true };
  // Without old days, the sentence announces no change.
  if (!thing.oldDays) return undefined;
  if (isSameDay || namesOldDay) return { task, what: "moved", isSure };
  return task.isSameSender ? { task, what: "moved", isSure: false } : undefined;
}

const minShare = 0.5;

interface Subject {
  words: ReadonlySet<string>;
  /** "Year 4", "3b". */
  numbers: ReadonlySet<string>;
}

/** Returns the share of common words, relative to the longer title; 0 for different classes. */
function shareOf(one: Subject, other: Subject): number {
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const isOtherClass =
    one.numbers.size > 0 &&
    other.numbers.size > 0 &&
    ![...one.numbers].some((number) => other.numbers.has(number));
  return isOtherClass ? 0 : shared / Math.max(one.words.size, other.words.size, 1);
}

/** "No swimming because the pool is closed" is about swimming. */
export function subjectOf(title: string): Subject {
  const [said = ""] = title.toLowerCase().split(/\s(?:because|as|due|since|so)\s/);
  const own = said.slice(said.lastIndexOf(": ") + 1);
  const words = stemsOf(own);
  return {
    words: words.size > 0 ? words : stemsOf(said),
    numbers: new Set(said.match(/\d+\p{L}?/gu)),
  };
}

/** The beginnings of the words that tell things apart. */
const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.match(/\p{L}{2,}/gu) ?? [])
      .filter((word) => !plainWords.has(word))
      .map((word) => word.slice(0, 5)),
  );

const plainWords = wordSet(`
  about added all am an and are as at back be been bring by called can cancelled change changed
  child children class date day dear do due for form from go has have he her his home if in
  instead is it kids me moved my need needed needs new no not now of off on or our out place
  planned please pm postponed pupils rather return school send she so start starts take takes than
  that the their there they this time to today tomorrow until up us was we week will with year
  years you your
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday`);
