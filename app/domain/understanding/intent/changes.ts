import { isErrand } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Duration, TimePhrase } from "../types.ts";
import {
  createSentenceReader,
  type Found,
  type Range,
  type Sentence,
  type SentenceRule,
} from "./pattern.ts";
import type { Action } from "./types.ts";
import { awaited, hiredPeople } from "../lexicon/cancellable.ts";
import { deeds, isEvent, isHired, wordsOf } from "./words.ts";

/** A sentence means one change of one task. */
export interface Meant {
  action: Action;
  thing?: Range | undefined;
  /** The task is due on this day. */
  on?: Found["when"];
  who?: string | undefined;
  /** The writer gets the task. */
  isMine?: boolean;
  /** A move goes to this time. */
  to?: Found["when"];
  later?: Duration;
  /** A new task may be meant as well: "cancel Netflix". */
  mayBeTask?: boolean;
}

type Means = SentenceRule<Meant>["means"];

const rule = (say: string, examples: string[], means: Means): SentenceRule<Meant> => ({
  say,
  examples,
  means,
});

const be = "is|'s|are|was|were|be|been";
const moving = "move|push|shift|bump|postpone|delay|bring|pull";
const movedOn = "moved|pushed|rescheduled|postponed|changed|shifted|bumped|switched";
const entry = "reminder|task|thing|note|entry|event";
const done = "done|finished|complete|completed|sorted|handled|paid";

const away = "back|forward|up|out|off|over";
const attending = "make|be|come|go|going|coming";
const taking = "take|taking|do|doing|handle|handling";

export const changeRules: SentenceRule<Meant>[] = [
  rule(
    "[no] [wrong one|task|thing|day] undo [that|it|this|please|everything]",
    ["undo that"],
    undo,
  ),
  rule(
    "[no] undo|take [back] [the|that|this] [my] [very] last [one|task|thing|change|action]",
    ["undo the last one", "take back my last task"],
    undo,
  ),
  rule("[no] undo what i|we [just] did", ["undo what I just did"], undo),
  rule("that was wrong|a|not [mistake|right]", ["that was a mistake"], undo),
  rule("go|put|bring|change that|it|this back", ["put that back"], undo),
  rule("go back", ["go back"], undo),
  rule("take that|it|this back", ["take that back"], undo),
  rule("scratch|revert|reverse that|it|this", ["scratch that"], undo),
  rule("nevermind|nvm", ["nevermind"], undo),
  rule("never mind", ["never mind"], undo),

  rule(
    `${moving}|reschedule|change|switch|swap|put {thing} [${away}] {when} [instead|please]`,
    ["move dentist to Friday"],
    move,
  ),
  rule(
    "push|move|put|bring|pull back|forward|up|off|out {thing} {when}",
    ["push back dinner to 8"],
    move,
  ),
  rule(
    `${moving} {thing} [back|forward|up|out|ahead] [by] {duration} [earlier|later|back|forward|sooner]`,
    ["push piano back an hour"],
    moveBy,
  ),
  rule(
    "move|push|shift|bump|put {thing} {duration} earlier|later|sooner",
    ["move piano an hour later"],
    moveBy,
  ),
  rule(
    "let|can|could 's|we do|have|make {thing} {when} instead",
    ["let's do the haircut Saturday instead"],
    moved,
  ),
  rule(`{thing} is|'s|are|starts|begins|start {when} now|instead`, ["dinner is at 7 now"], moved),
  rule(`{thing} is|'s|are now {when}`, ["dinner is now at 7"], moved),
  rule(
    `{thing} ${be}|got|has|have|just [been] [now] ${movedOn} [back|up|forward|out] {when}`,
    ["dentist was moved to Friday"],
    toldMove,
  ),
  rule("{thing} moved|shifted {when}", ["dentist moved to Friday"], toldMove),
  rule(`{thing} is|'s|are {when} not {thing}`, ["the party is at 6 not 5"], toldMove),
  rule("{thing} : {when} instead", ["dentist: Friday instead"], moved),
  rule("{thing} {when} instead", ["dentist Friday instead"], moved),
  rule("make {thing} {when} instead of {thing}", ["make soccer at 6 instead of 5"], moved),
  rule("{thing} moved , now|it's {when}", ["dentist moved, now Friday"], moved),
  rule("make {thing} {when} instead", ["make dinner at 7 instead"], moved),

  rule("cancel|skip|scratch {thing} [{when}]", ["cancel piano on Thursday"], cancel),
  rule("no {thing} {when}", ["no piano on Thursday"], cancelTold),
  rule(
    "we're|i'm|we|i not|aren't|won't doing|going|having|do|have [to] {thing} [{when}]",
    ["we're not going to soccer tomorrow"],
    cancelTold,
  ),
  rule(
    "not doing|going|having [to] {thing} [{when}]",
    ["not doing the party on Saturday"],
    cancelTold,
  ),
  rule(
    "{thing} isn't|aren't|not|won't [be] happening|on [{when}]",
    ["piano isn't happening tomorrow"],
    cancelled,
  ),
  rule(
    "we|i can't|cant|cannot|won't make|come|go|do [it] [to] {thing} [{when}]",
    ["we can't make the party on Saturday"],
    cancelTold,
  ),
  rule(
    `{who} can't|cant|cannot|won't|isn't|isnt ${attending} [it] [at|to] {thing} [{when}]`,
    ["Ben won't be at practice tonight"],
    cancelTold,
  ),
  rule("forget|nix|ditch [about] {thing} [{when}]", ["forget about piano this week"], cancelTold),
  rule("never mind [about] {thing} [{when}]", ["never mind the haircut"], cancelTold),
  rule("call off {thing} [{when}]", ["call off the party"], cancel),
  rule("call {thing} off [{when}]", ["call the party off"], cancel),
  rule(
    `{thing} ${be}|got|has [been] cancelled|canceled|off [{when}]`,
    ["piano is cancelled on Thursday"],
    cancelled,
  ),
  rule("{thing} , cancel|skip it|that|this", ["Friday's violin lesson, cancel it"], cancelled),
  rule("{thing} cancelled|canceled [{when}]", ["piano canceled Thursday"], cancelled),

  rule(
    "mark|check|tick|cross|set {thing} [as|off] [as] done|complete|completed|finished",
    ["mark trash as done"],
    completed,
  ),
  rule(
    `{thing} ${be}|got|has|have [been] [already|all] ${done} [✅|✔]`,
    ["the trash is done"],
    completed,
  ),
  rule("{thing} is|'s|are|has|have [been] taken care of", ["the form is taken care of"], completed),
  rule(
    `{thing} is|are|'s|has|have [been] [all|already] ${deeds} [and] [done]`,
    ["the form is signed and done"],
    completed,
  ),
  rule(
    `${deeds} [up|off|out|in] the|our|his|her|their|all|both {thing} [{when}]`,
    ["paid the rent"],
    completed,
  ),
  rule(`{thing} ${deeds}`, ["lunches packed"], completedOrNeeded),
  rule("{thing} is|are|'s out", ["the trash is out"], takenOut),
  rule(`${deeds} {thing} already`, ["bought the milk already"], completed),
  rule(`${deeds} {thing} , done`, ["fed the cat, done"], completed),
  rule("{thing} [:|-|,] done|✅|✔|✓", ["dishes - done"], completed),
  rule("done :|-|, {thing}", ["done: laundry"], finished),
  rule("[i|we] took care of {thing}", ["I took care of the gas bill"], completed),
  rule("got {thing} done", ["got the taxes done"], completed),
  rule("{thing} already|all done|finished", ["trash already done"], completed),
  rule("{thing} finished", ["trash finished"], completed),
  rule("[all] done|finished [with] {thing}", ["done with the trash"], finished),
  rule(
    "i'm|we're|im|i|we [am|are] [already|all] done|finished [with] {thing}",
    ["we are done with the trash"],
    completed,
  ),
  rule("check|tick|cross {thing} off", ["check the trash off"], completed),
  rule("check|tick|cross off {thing}", ["tick off the trash"], completed),
  rule(
    "check|tick|cross {thing} off [of] [the|my|our] list",
    ["cross milk off the list"],
    completed,
  ),
  rule(
    "{thing} [just|already] came|arrived|left [by|over|back|here|already] [{when}]",
    ["the plumber came this morning"],
    visited,
  ),
  rule("{thing} has|have come|arrived [{when}]", ["the package has come"], visited),
  rule("{thing} came [by|over|back] and {thing}", ["the plumber came and fixed it"], visited),
  rule("{thing} was|were|got here [{when}]", ["the electrician was here"], visited),
  rule("{thing} has|have been [here|by] [{when}]", ["the cleaner has been"], visited),
  rule("i've|ive|i [have] got {thing} [{when}]", ["I've got the pickup on Thursday"], claimGot),
  rule("i|we|i've|we've [have] [already|just|finally] {thing} [{when}]", ["I paid the bill"], told),
  rule("already|finally {thing}", ["already paid the bill"], told),

  rule(
    `delete|remove|cancel|erase [the|that|my|this] ${entry} about|for|to {thing} [{when}]`,
    ["delete the reminder about the dentist"],
    removeEntry,
  ),
  rule(
    `get rid of [the|that|my|this] ${entry} about|for|to {thing} [{when}]`,
    ["get rid of the reminder about the dentist"],
    removeEntry,
  ),
  rule(
    "delete|remove|take|erase {thing} from|off [of] [the|my|our] list|calendar|schedule|tasks",
    ["take piano off the list"],
    removeFromList,
  ),
  rule("delete|remove|erase|scrap {thing} [{when}]", ["delete the sleepover"], remove),
  rule("get rid of {thing} [{when}]", ["get rid of the sleepover"], remove),

  rule(
    "{who} has|already|just [already|just] {thing} [{when}]",
    ["Sam already fed the cat"],
    toldOf,
  ),
  rule(`{who} ${deeds} {thing} [{when}]`, ["Sam fed the cat"], didOf),

  rule(
    `i|i'll|ill|i'm|im [will|can|am] ${taking} [on|over] {thing} [{when}]`,
    ["I'll take the trash"],
    claim,
  ),
  rule("i'm|im on {thing} [{when}]", ["I'm on pickup tomorrow"], claimEvent),
  rule("put me on {thing} [{when}]", ["put me on pickup"], claimEvent),
  rule("let me do|take|handle {thing} [{when}]", ["let me do the dishes"], claim),
  rule("assign|give|pass {thing} [over] to me", ["give the trash to me"], claim),

  rule("{who} takes [on|over] {thing} [{when}]", ["Sam takes the vet"], assign),
  rule(
    `{who} will|can|is|'ll|'s ${taking} [on|over] {thing} [{when}]`,
    ["Sam will take the vet"],
    assign,
  ),
  rule("{who} does|handles|gets {thing} [{when}]", ["Sam does the vet"], assign),
  rule("{who} has|'s got {thing}", ["Sam's got the vet"], assignEvent),
  rule("{who} is on {thing} [{when}]", ["Sam is on pickup"], assignEvent),
  rule("put {who} on {thing} [{when}]", ["put Sam on the vet"], assignEvent),
  rule("{thing} is {who} 's [job|turn|now]", ["the vet is Sam's"], reassign),
  rule(
    "{who} instead of me|us for|on|at {thing} [{when}]",
    ["Sam instead of me for pickup"],
    assign,
  ),
  rule("assign|reassign {thing} [over] to {who}", ["assign the vet to Sam"], reassign),
  rule("give|hand|pass {thing} [over] to {who}", ["give the vet to Sam"], give),
  rule("let {who} do|take|have|handle {thing} [{when}]", ["let Sam take the vet"], assign),
  rule("{thing} goes to {who} [now|instead]", ["the vet goes to Sam"], reassign),
];

function undo(): Meant {
  return { action: "undo" };
}

/** An event is moved to a time. "Move the couch to the basement" names a place. */
function move({ thing, when }: Found, sentence: Sentence): Meant | null {
  const isTimed = when !== undefined && (when.when.day ?? when.when.clock) !== undefined;
  if (!isTimed || !leadsTo(sentence, when) || !isOneThing(sentence, thing)) return null;
  return {
    action: "move",
    thing,
    ...timesOf(sentence, when),
    ...(!isMovable(sentence, thing) && { mayBeTask: true }),
  };
}

/** "Move the couch on Saturday" says when to do it. */
function leadsTo(
  { reading: { tokens } }: Sentence,
  { from, to }: NonNullable<Found["when"]>,
): boolean {
  const words = tokens.slice(Math.max(0, from - 1), to).map(({ word }) => word);
  const isNext = ["to", "till", "until"].includes(words[0] ?? "");
  return isNext || ["to", "till", "until", "from"].includes(words[1] ?? "");
}

/** "From Tuesday to Thursday" also says which task is meant. */
function timesOf({ reading: { scan, tokens } }: Sentence, to: TimePhrase) {
  const before = tokens[to.from]!.word === "from" ? scan.readers.point(scan, to.from + 1) : null;
  if (!before) return { to };
  const on = { ...to, from: to.from + 1, to: before.next, when: before.value };
  const isClock = before.value.clock !== undefined && tokens[before.next]?.word === "to";
  // "From 4 to 5" reads as a span, which is due at 4.
  const after = isClock ? scan.readers.point(scan, before.next + 1) : null;
  return { to: after ? { ...to, when: { ...to.when, ...after.value } } : to, on };
}

/** A task that is moved is named shortly. */
function isMovable(sentence: Sentence, thing: Range | undefined): boolean {
  return isEvent(sentence, thing) || (thing !== undefined && thing.to - thing.from <= 3);
}

function moveBy({ thing, duration }: Found, sentence: Sentence): Meant | null {
  if (!duration || !isMovable(sentence, thing)) return null;
  const { tokens, timeAt } = sentence.reading;
  // "Move the laundry in two hours" says when to do it, and "at 16h" is a time.
  const isTime = ["in", "at", "for", "within"].includes(tokens[thing!.to - 1]!.word);
  if (isTime || timeAt[thing!.to]?.when.clock) return null;
  const words = sentence.reading.tokens.slice(thing!.to, sentence.to).map(({ word }) => word);
  const first = sentence.reading.tokens[sentence.from]!.word;
  const isEarlier =
    words.some((word) => ["earlier", "forward", "up", "sooner", "ahead"].includes(word)) ||
    (first === "bring" && !words.includes("back"));
  const later = isEarlier ? negated(duration) : duration;
  return { action: "move", thing, later };
}

const negated = ({ minutes, days, months }: Duration): Duration => ({
  minutes: -minutes,
  days: -days,
  months: -months,
});

function moved({ thing, when }: Found, sentence: Sentence): Meant | null {
  const isTimed = when !== undefined && (when.when.day ?? when.when.clock) !== undefined;
  return isTimed && isSubject(sentence, thing)
    ? { action: "move", thing, ...timesOf(sentence, when) }
    : null;
}

/** The sentence may tell of a task that exists, or of something new. */
function toldMove(found: Found, sentence: Sentence): Meant | null {
  const meant = moved(found, sentence);
  return meant && (isEvent(sentence, found.thing) ? meant : { ...meant, mayBeTask: true });
}

/** "The dentist" is a subject, and the order "tell the nanny" is none. */
function isSubject({ reading: { tokens, timeAt } }: Sentence, thing: Range | undefined): boolean {
  const said = thing ? tokens.slice(thing.from, thing.to) : [];
  const isTold = said.every(
    ({ word, type }, at) =>
      (type !== "symbol" || ["'s", "-", "&"].includes(word)) &&
      !timeAt[thing!.from + at]?.when.repetition,
  );
  const [first, second] = said;
  const isOrder =
    (isErrand(first?.word ?? "") || first?.word === "let") &&
    (owners.has(second?.word ?? "") || said.length > 3);
  return isTold && !isOrder && said.length > 0 && said.length <= maxWordsOfSubject;
}

const maxWordsOfSubject = 6;

function cancel({ thing, when }: Found, sentence: Sentence): Meant | null {
  if (!isOneThing(sentence, thing)) return null;
  // "By Friday" says when to do it.
  const isTask =
    !isEvent(sentence, thing) || isHired(sentence, thing) || when?.cue?.type === "deadline";
  return { action: "cancel", thing, on: when, ...(isTask && { mayBeTask: true }) };
}

/** "No school on Friday" only tells. */
function cancelTold({ thing, when }: Found, sentence: Sentence): Meant | null {
  return isEvent(sentence, thing) && isOneThing(sentence, thing)
    ? {
        action: "cancel",
        thing,
        on: when,
        mayBeTask:
          sentence.reading.tokens[sentence.from]!.word === "no" && sentence.isExplained !== true,
      }
    : null;
}

function cancelled({ thing, when }: Found, sentence: Sentence): Meant | null {
  return isSubject(sentence, thing) ? { action: "cancel", thing, on: when } : null;
}

/** "Tires changed" may be done or needed. */
function completedOrNeeded(found: Found, sentence: Sentence): Meant | null {
  const meant = completed(found, sentence);
  return meant && { ...meant, mayBeTask: true };
}

function takenOut(found: Found, sentence: Sentence): Meant | null {
  const words = found.thing ? wordsOf(sentence, found.thing) : [];
  return words.some((word) => rubbish.has(word)) ? completed(found, sentence) : null;
}

const rubbish = wordSet("trash garbage rubbish recycling bin bins compost");

/** "Grandma came" may be a thing to remember. */
function visited({ thing }: Found, sentence: Sentence): Meant | null {
  const words = thing ? wordsOf(sentence, thing) : [];
  if (!isSubject(sentence, thing) || words.some((word) => clauseWords.has(word))) return null;
  const isAwaited = words.some((word) => hiredPeople.has(word) || awaited.has(word));
  return { action: "complete", thing, ...(!isAwaited && { mayBeTask: true }) };
}

/** "The letter that came", "the plumber said he came". */
const clauseWords = wordSet("who that which when what how where if said says he she they");

function completed({ thing }: Found, sentence: Sentence): Meant | null {
  return isSubject(sentence, thing) ? { action: "complete", thing } : null;
}

/** "The sitter for tonight, rebook her" says more than one thing. */
function isOneThing({ reading: { tokens } }: Sentence, thing: Range | undefined): boolean {
  return (
    thing !== undefined &&
    !tokens
      .slice(thing.from, thing.to)
      .some(({ word }) => [",", ":", "and", "before", "because"].includes(word))
  );
}

function finished({ thing }: Found, { reading: { tokens } }: Sentence): Meant | null {
  return tokens[thing!.from]!.word === "to" ? null : { action: "complete", thing };
}

/** "I already paid the gas bill" is about the gas bill. */
function told(found: Found, sentence: Sentence): Meant | null {
  const thing = toldThing(found.thing, sentence);
  return thing && { action: "complete", thing, on: found.when };
}

function toldOf(found: Found, sentence: Sentence): Meant | null {
  const thing = toldThing(found.thing, sentence);
  return thing && { action: "complete", thing, on: found.when, who: found.who };
}

function didOf({ thing, when, who }: Found, sentence: Sentence): Meant | null {
  return isThing(sentence, thing) ? { action: "complete", thing, on: when, who } : null;
}

function toldThing(thing: Range | undefined, sentence: Sentence): Range | null {
  const { tokens } = sentence.reading;
  if (!thing || !isOneThing(sentence, thing)) return null;
  let { from } = thing;
  while (["already", "just", "finally"].includes(tokens[from]?.word ?? "")) from += 1;
  const verb = tokens[from]?.word ?? "";
  if (!isDeed(verb) || from + 1 >= thing.to || tokens[from + 1]!.word === "to") return null;
  return { from: from + 1, to: thing.to };
}

/** "Paid", "called" and "took" are the past of something that people do. */
function isDeed(word: string): boolean {
  if (irregularDeeds.has(word)) return true;
  const stem = /^(\p{L}+)ed$/u.exec(word)?.[1];
  if (!stem) return false;
  const stems = [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, "$1"), stem.replace(/i$/, "y")];
  return stems.some(isErrand);
}

const irregularDeeds = wordSet(`
  did paid bought brought sent took got made wrote fed gave put picked swept hung sold returned set
  read`);

function remove({ thing, when }: Found, sentence: Sentence): Meant | null {
  if (!isOneThing(sentence, thing)) return null;
  return {
    action: "delete",
    thing,
    on: when,
    ...(!isEvent(sentence, thing) && { mayBeTask: true }),
  };
}

function removeEntry({ thing, when }: Found): Meant {
  return { action: "delete", thing, on: when };
}

function removeFromList({ thing }: Found): Meant {
  return { action: "delete", thing };
}

function assign({ thing, when, who }: Found, sentence: Sentence): Meant | null {
  return isThing(sentence, thing) ? { action: "assign", thing, on: when, who } : null;
}

/** "I'll take the trash" takes on a task; "I'll do my taxes" may be a new one. */
function claim({ thing, when }: Found, sentence: Sentence): Meant | null {
  const first = thing ? sentence.reading.tokens[thing.from]!.word : "";
  if (!isThing(sentence, thing) || ["a", "an", "my"].includes(first)) return null;
  const isKnown = ["the", "that", "this"].includes(first) || isEvent(sentence, thing);
  return {
    action: "assign",
    thing,
    on: when,
    isMine: true,
    ...(!isKnown && { mayBeTask: true }),
  };
}

function claimEvent(found: Found, sentence: Sentence): Meant | null {
  return isEvent(sentence, found.thing) ? claim(found, sentence) : null;
}

/** "I've got piano at 5" may be new, and "I got the milk" is done. */
function claimGot(found: Found, sentence: Sentence): Meant | null {
  const meant = claimEvent(found, sentence);
  return meant && { ...meant, mayBeTask: true };
}

function assignEvent(found: Found, sentence: Sentence): Meant | null {
  return isEvent(sentence, found.thing) ? assign(found, sentence) : null;
}

function reassign({ thing, who }: Found): Meant {
  return { action: "assign", thing, who };
}

function give({ thing, who }: Found, sentence: Sentence): Meant | null {
  return isEvent(sentence, thing) ? { action: "assign", thing, who } : null;
}

/** "Sam takes Ben to soccer" is a new task. */
function isThing({ reading: { tokens } }: Sentence, thing: Range | undefined): boolean {
  if (!thing) return false;
  const words = tokens.slice(thing.from, thing.to).map(({ word }) => word);
  return words.length <= 5 && !words.includes("to") && (owners.has(words[0]!) || words.length <= 2);
}

const owners = wordSet("the my our a his her their this that");

export const readChange = createSentenceReader(changeRules);
