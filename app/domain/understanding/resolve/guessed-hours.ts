import type { Scan } from "../grammar/engine/types.ts";
import { readWhen } from "../grammar/grammar.ts";
import { connectingWords, quantityContexts } from "../lexicon/connecting.ts";
import { isClearBefore, isErrand } from "../lexicon/errands.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TimePhrase, Token } from "../types.ts";
import type { Piece } from "./read-piece.ts";

/** "Nxt fri half day pickup 12", "pu theo 3": the number that ends a text is likely its hour. */
export function findLastHour(scan: Scan, phrases: TimePhrase[]): TimePhrase | null {
  const { tokens } = scan;
  const end = tokens.findLastIndex(({ type }) => type !== "symbol");
  const isDotted =
    tokens[end - 1]?.word === "." && tokens[end]!.isAttached && tokens[end - 2]?.type === "number";
  // "Eye exam 8 20".
  const isSpaced = tokens[end - 1]?.type === "number" && /^[0-5][05]$/.test(tokens[end]!.text);
  const last = isDotted ? end - 2 : isSpaced ? end - 1 : end;
  const [number, before] = [tokens[last], tokens[last - 1]];
  if (number?.type !== "number" || before?.type !== "word" || phrases.some(({ to }) => to > last))
    return null;
  const read = readWhen(scan, last);
  if (read?.value.needs !== "hour cue" || read.value.exceedsDueDate || read.next !== end + 1)
    return null;
  const isOfBeginning = openingWords.has(before.word);
  const isOfEvent = appointmentWords.has(before.word);
  if (!isOfBeginning && !isOfEvent && (quantityContexts.has(before.word) || isErrand(before.word)))
    return null;
  const isTimed = phrases.some(
    ({ when }) =>
      when.clock ?? (when.part === "night" ? undefined : when.part) ?? when.afterMinutes,
  );
  const isDated = phrases.some(({ when, role }) => when.day && role === "due");
  const isAfterEvent =
    /^(?:[1-9]|1[0-2])(?:00|15|30|45)$/.test(number.text) && isOfEvent && hasPerson(scan);
  if (isTimed || !(isDated || isAfterEvent || isPickup(scan, last - 1))) return null;
  const { needs: _, ...time } = read.value;
  const when = { ...time, isHourGuessed: isDated && !isDotted, isUnsure: isAfterEvent && !isDated };
  return { from: last, to: end + 1, when, cue: null, role: "due" };
}

/** "Doors open 6.15". */
const openingWords = wordSet("open opens start starts begin begins");

/** "630 dinner sat w the Smiths": so is the number that opens a text. */
export function findFirstHour(scan: Scan, phrases: TimePhrase[]): TimePhrase | null {
  const [first, next] = scan.tokens;
  // "8 30 dentist tmrw".
  const isSpaced = next?.type === "number" && /^[0-5][05]$/.test(next.text) && !next.isAttached;
  const isCompact =
    /^(?:[1-9]|1[0-2])[0-5][05]$/.test(first?.text ?? "") &&
    next?.type === "word" &&
    !next.isAttached;
  const isHour =
    /^(?:[1-9]|1[0-2])$/.test(first?.text ?? "") && isSpaced && scan.tokens[2]?.type === "word";
  if (!isCompact && !isHour) return null;
  const isTimed = phrases.some(({ when }) => when.clock ?? when.part ?? when.afterMinutes);
  const isDated = phrases.some(({ when, role }) => when.day && role === "due");
  // "445 finn speech".
  if (isTimed || !(isDated || (isCompact && scan.names.has(next.word)))) return null;
  const read = readWhen(scan, 0);
  if (read?.value.needs !== "hour cue" || read.next !== (isHour ? 2 : 1)) return null;
  const { needs: _, ...when } = read.value;
  return {
    from: 0,
    to: read.next,
    when: { ...when, isHourGuessed: isDated, isUnsure: !isDated },
    cue: null,
    role: "due",
  };
}

/** "Swim 4 to 5 Theo": a range of hours after something that takes place, or before a name. */
export function findHourRange(scan: Scan, phrases: TimePhrase[]): TimePhrase | null {
  const { tokens, names } = scan;
  if (phrases.some(({ when }) => when.clock ?? when.afterMinutes)) return null;
  for (let at = 1; at < tokens.length - 2; at += 1) {
    if (tokens[at]!.type !== "number" || !takesPlace(scan, at - 1)) continue;
    const read = readWhen(scan, at);
    const after = read && tokens[read.next];
    const isEnd =
      !after || after.type === "symbol" || names.has(after.word) || connectingWords.has(after.word);
    if (!read?.value.isRange || read.value.needs !== "hour cue" || !isEnd) continue;
    const { needs: _, ...when } = read.value;
    return { from: at, to: read.next, when: { ...when, isUnsure: true }, cue: null, role: "due" };
  }
  return null;
}

/** "Practice", "Zoe ballet", but not "Theo 4 to 5", which may be a score. */
function takesPlace({ tokens }: Scan, at: number): boolean {
  return appointmentWords.has(tokens[at]!.word) || eventWords.has(tokens[at]!.word);
}

/**
 * "The taxi for eight on Thursday" is at eight; "a table for eight on Thursday" is for eight
 * people.
 */
export function withHourBefore(
  { tokens, readers, ...scan }: Scan,
  phrases: TimePhrase[],
): TimePhrase[] {
  const [only, ...others] = phrases;
  if (!only?.when.day || only.when.clock || others.length > 0 || only.role !== "due")
    return phrases;
  const at = only.from - 1;
  const hour =
    tokens[at - 1]?.word === "for" ? readers.hour({ tokens, readers, ...scan }, at) : null;
  const isForPeople = tokens.slice(0, at).some(({ word }) => guestWords.has(word));
  if (hour?.next !== only.from || isForPeople || hour.value.hour === 0 || hour.value.hour > 12)
    return phrases;
  const clock = { hour: hour.value.hour, minute: 0, half: "bare" } as const;
  return [{ ...only, from: at - 1, when: { ...only.when, clock, isHourGuessed: true } }];
}

const guestWords = wordSet(
  "table tables reservation reservations dinner lunch brunch breakfast seats tickets places spots food cake meal recipe cook order buy pizza room rooms",
);

function hasPerson({ tokens, names }: Scan): boolean {
  return tokens.some(({ word }) => names.has(word) || kinshipWords.has(word));
}

/** "Pick up Theo 3". */
function isPickup({ tokens, names }: Scan, at: number): boolean {
  const isPerson = tokens
    .slice(0, at + 1)
    .some(({ word }) => names.has(word) || kinshipWords.has(word));
  return isPerson && at < 6 && tokens.slice(0, at).some(({ word }) => pickupVerbs.has(word));
}

const pickupVerbs = wordSet("pu pick pickup pkup fetch collect drop");

/**
 * "Tomorrow 9 dentist", but not "tomorrow 9 cupcakes" or "Monday 2 new tires".
 * @param isPlan after a day with an hour, where 2 is no "to": "flu shot wed 10 haircut thurs 2 vet
 * fri"
 */
export function isHourBeforeThing(
  { tokens, names }: Scan,
  { when, readFrom, to }: Piece,
  isPlan: boolean,
): boolean {
  const [number, next] = [tokens[readFrom]!, tokens[to]];
  if (when.needs !== "hour cue" || when.exceedsDueDate || to !== readFrom + 1) return false;
  if (number.type === "number" && next && names.has(next.word)) return true;
  // "2nite 7 bring blankets".
  const isBeforeOrder =
    next !== undefined &&
    isErrand(next.word) &&
    isClearBefore(next.word, tokens[to + 1]?.word ?? "");
  if (isBeforeOrder && number.type === "number" && !number.isAttached && number.text !== "2")
    return true;
  if (
    (spokenWords.has(number.text) && !isPlan) ||
    number.type !== "number" ||
    number.isAttached ||
    next?.isAttached
  )
    return false;
  return mayBeHourOf({ tokens }, to);
}

/** "Tomorrow 9 flu shots": nine of them, or at nine. */
export function isHourBeforeThings({ tokens }: Scan, { when, readFrom, to }: Piece): boolean {
  const [number, next] = [tokens[readFrom]!, tokens[to]];
  return (
    when.clock !== undefined &&
    when.needs === "hour cue" &&
    to === readFrom + 1 &&
    number.type === "number" &&
    next?.type === "word"
  );
}

/**
 * True if the words after a number are something that takes place, not something counted: "gym",
 * "flu shots", not "cupcakes".
 */
export function mayBeHourOf({ tokens }: Pick<Scan, "tokens">, at: number): boolean {
  const following = tokens.slice(at, at + 3);
  const end = following.findIndex(({ type, word }) => type !== "word" || connectingWords.has(word));
  const thing = following.slice(0, end < 0 ? undefined : end);
  const isCounted = ({ word }: Token, index: number) =>
    (!(index > 0 && childrenWords.has(word)) &&
      /^\p{L}{2,}[^\P{L}sui]s$/u.test(word) &&
      !happeningsInPlural.has(word)) ||
    countedWords.has(word);
  return thing.length > 0 && !thing.some(isCounted);
}

/** "Cupcakes 4 fri bake sale": a "4" before a day and a thing is a "for". */
export function isBeforeThing({ tokens }: Scan, at: number): boolean {
  const after = tokens[at];
  return after?.type === "word" && !connectingWords.has(after.word) && !isErrand(after.word);
}

const childrenWords = wordSet("kids boys girls twins parents grandparents");
const happeningsInPlural =
  wordSet(`shots jabs draws labs tryouts auditions conferences finals exams tests lessons drills rehearsals sales services
  vaccinations classes boosters vitals rounds pics pictures sports gymnastics scouts cubs brownies guides beavers prayers
  vespers chess wellness physics maths fitness pilates`);
const spokenWords = new Set(["2", "4"]);
const countedWords = wordSet(
  "more new big small large lg lb kg oz x dozen gallon piece pound people children",
);
