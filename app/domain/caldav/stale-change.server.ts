import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { type Due, type Fields, isSame } from "./fields.ts";
import { otherLines } from "./kept-lines.ts";
import {
  type Library,
  parseCalendar,
  type ReadObject,
  textOf,
  todosOf,
} from "./read-object.server.ts";

interface Sent {
  text: string;
  read: ReadObject;
}

interface Known {
  present: ReadObject;
  /** The states that the client may have read before, the newest first. */
  earlier: readonly ReadObject[];
  changedAt: string;
  /** The text that this client has sent last. */
  own: string | null;
  /** The open date of that text. */
  ownOpenOn: string | null;
}

/**
 * Some clients overwrite without a look at what has changed since they read it, such as Tasks.org.
 * Returns what such a client would send if it had read the present state: it has changed what
 * differs from the state that it most likely had.
 */
export function withoutStale(library: Library, sent: Sent, known: Known): ReadObject {
  const { present, earlier } = known;
  const all = [present, ...earlier];
  const counts = all.map((each) => countDifferences(each, sent.read));
  const least = Math.min(...counts);
  const base =
    nearest(
      all.filter((_, at) => counts[at] === least),
      sent.read,
    ) ?? present;
  if (base === present) return withTickBefore(library, sent, known);
  if (least === 0 && !isBehind(library, sent, known)) return sent.read;
  return onPresent(base, present, sent.read);
}

/** Among equally near states, the client has gone on from the latest date. */
function nearest(states: readonly ReadObject[], { openOn }: ReadObject): ReadObject | undefined {
  const dateOf = (state: ReadObject) =>
    openOn === null || state.openOn === null || state.openOn > openOn ? "" : state.openOn;
  const latest = states.map(dateOf).toSorted().at(-1);
  return states.find((state) => dateOf(state) === latest);
}

function countDifferences(one: ReadObject, other: ReadObject): number {
  const [ours, theirs] = [partsOf(one), partsOf(other)];
  const count = ours.filter((part, at) => !isSame(part, theirs[at])).length;
  // Of two equally near states, the client has rather gone on from one than back from the other.
  return goesBack(one, other) ? count + 0.5 : count;
}

const goesBack = (from: ReadObject, to: ReadObject): boolean =>
  (from.fields.isDone && !to.fields.isDone) ||
  (from.openOn !== null && to.openOn !== null && to.openOn < from.openOn);

function partsOf(read: ReadObject): unknown[] {
  const { title, description, isDone, rule, excluded, alarms } = read.fields;
  return [title, description, isDone, datesOf(read), rule, excluded, alarms];
}

const datesOf = ({ fields: { due }, openOn, doneOn, cancelledOn }: ReadObject) => [
  due && whenOf(due),
  openOn,
  [...doneOn.keys()].toSorted(),
  cancelledOn.toSorted(),
];

const whenOf = (due: Due) =>
  "on" in due ? due.on : instantOf(Temporal.PlainDateTime.from(due.local), due.timeZone);

/**
 * A client that sends exactly an earlier state has taken a change back, or has not read it: then
 * it has changed something that Mila does not know, or has written before that change.
 */
function isBehind(library: Library, { text }: Sent, { own, changedAt }: Known): boolean {
  if (own !== null && !isSame(otherLines(own), otherLines(text))) return true;
  return isWrittenBefore(library, text, changedAt);
}

function isWrittenBefore(library: Library, text: string, changedAt: string): boolean {
  const { master } = todosOf(parseCalendar(library, text));
  const stamp = textOf(master, "last-modified") || textOf(master, "dtstamp");
  return stamp !== "" && stamp < `${changedAt.slice(0, 19)}Z`;
}

/**
 * A client that has written the present date before Mila went on to it has ticked the date that it
 * had itself.
 */
function withTickBefore(library: Library, { text, read }: Sent, known: Known): ReadObject {
  const { present, ownOpenOn, changedAt } = known;
  const isMovedOn = ownOpenOn !== null && read.openOn !== null && ownOpenOn < read.openOn;
  if (!isMovedOn || read.openOn !== present.openOn || read.fields.rule === null) return read;
  if (!isWrittenBefore(library, text, changedAt)) return read;
  return { ...read, doneOn: new Map([[ownOpenOn, null], ...read.doneOn]) };
}

type Repetition = "ruleLines" | "passed";
type Change = Pick<ReadObject, "fields" | Repetition>;
type Dates = Omit<ReadObject, "uid" | "program" | "fields" | Repetition> & { due: Due | null };

function onPresent(base: ReadObject, present: ReadObject, sent: ReadObject): ReadObject {
  const chosen = <Key extends keyof Fields>(key: Key): Fields[Key] =>
    isSame(sent.fields[key], base.fields[key]) ? present.fields[key] : sent.fields[key];
  const isDoneSaid = sent.fields.isDone !== base.fields.isDone;
  const { isDone, doneAt } = (isDoneSaid ? sent : present).fields;
  const isRuleSame =
    isSame(sent.fields.rule, base.fields.rule) &&
    isSame(sent.fields.excluded, base.fields.excluded);
  const { fields, ruleLines, passed }: Change = isRuleSame ? present : sent;
  const { due, ...dates } = datesOnPresent(base, present, sent);
  return {
    uid: sent.uid,
    program: sent.program,
    fields: {
      title: chosen("title"),
      description: chosen("description"),
      alarms: chosen("alarms"),
      due,
      isDone,
      doneAt,
      rule: fields.rule,
      excluded: fields.excluded,
    },
    ...dates,
    isCancelled: (isDoneSaid ? sent : present).isCancelled,
    ruleLines,
    passed,
  };
}

const datesIn = (read: ReadObject): Dates => ({
  due: read.fields.due,
  openOn: read.openOn,
  isOpenMoved: read.isOpenMoved,
  doneOn: read.doneOn,
  cancelledOn: read.cancelledOn,
  isCancelled: read.isCancelled,
  daysFromStart: read.daysFromStart,
  ofStart: read.ofStart,
});

/** The date that the client knows as the open one may have been closed since. */
function datesOnPresent(base: ReadObject, present: ReadObject, sent: ReadObject): Dates {
  const isSameDate = present.openOn === base.openOn;
  const isTicked = sent.fields.isDone && !base.fields.isDone;
  if (isSame(datesOf(sent), datesOf(base)))
    return datesIn(isTicked && !isSameDate ? sent : present);
  const repeats = present.fields.rule !== null && base.openOn !== null;
  if (!repeats || isSameDate || sent.openOn === null || present.openOn === null)
    return datesIn(sent);
  // Ticked by moving it on.
  const isMovedOn = sent.openOn > base.openOn! && !isSame(base.fields.due, present.fields.due);
  const ticked = isMovedOn ? [[base.openOn!, null] as const] : [];
  const isPast = sent.openOn >= base.openOn! && present.openOn >= sent.openOn;
  if (!isPast) return { ...datesIn(sent), doneOn: new Map([...ticked, ...sent.doneOn]) };
  return { ...datesIn(present), doneOn: new Map([...ticked, ...present.doneOn, ...sent.doneOn]) };
}
