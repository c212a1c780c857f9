import {
  contactVerbs,
  leadingVerbs,
  motionVerbs,
  separateContacts,
  takingVerbs,
  verbsDoneByCalling,
  verbsDoneByTalking,
  verbsDoneThere,
  wordPairs,
} from "../lexicon/several/errand-pairs.ts";
import { listingVerbs, nounLikeVerbs } from "../lexicon/several/chores.ts";
import {
  continuationVerbs,
  determiners,
  isClearBefore,
  isErrand,
  nonObjects,
  referringWords,
} from "../lexicon/errands.ts";
import { dayParts } from "../lexicon/calendar.ts";
import { partThings } from "../grammar/times/day-parts.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { subjectPronouns } from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { retractionBefore } from "../resolve/corrections.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { isWeak, type Joint, type Mark } from "./joints.ts";
import { beginsNoThing, isPersonAt, type Part, wordAt } from "./part.ts";
import type { Setting } from "./setting.ts";

/** A split between two parts, at a mark such as a comma. */
export interface Split {
  left: Part;
  mark: Mark;
  right: Part;
  joint: Joint;
}

export interface Feature<Subject> {
  name: string;
  /** A text with "|" where the feature is true. */
  example: string;
  test: (subject: Subject, setting: Setting) => boolean;
}

export const partFeatures: Feature<Part>[] = [
  {
    name: "part: two days",
    example: "call Rose Monday pay rent Friday",
    test: ({ times }) => times.filter(({ when }) => when.day).length > 1,
  },
  {
    name: "part: an hour at one end",
    example: "vet 10",
    test: ({ entry }) => entry !== null && !entry.isHourCertain,
  },
  {
    name: "part: whole sentences",
    example: "Call Rose. Pay the rent.",
    test: (part, { boundaries }) =>
      has(part, boundaries, ({ separator }) => separator === "sentence"),
  },
  {
    name: "part: several lines",
    example: "call Rose\\npay the rent",
    test: (part, { boundaries }) => has(part, boundaries, ({ isNewLine }) => isNewLine),
  },
];

function has({ from, to }: Part, boundaries: Boundary[], test: (one: Boundary) => boolean) {
  return boundaries.some((one) => one.at > from && one.next < to && test(one));
}

type SplitFeature = Feature<Split>;

const verbOf = ({ start }: Part, reading: Reading) =>
  start?.type === "errand" ? wordAt(reading, start.at) : "";

const verbFeatures: SplitFeature[] = [
  {
    name: "a verb that may be a noun begins the right part",
    example: "buy milk and | water bottles",
    test: (split, { reading }) => isNounAfterVerb(split, reading),
  },
  {
    name: "a verb that may be a noun, after a comma",
    example: "buy milk, | water bottles",
    test: (split, { reading }) =>
      split.joint.startsWith("comma") && isNounAfterVerb(split, reading),
  },
  {
    name: "a sure verb after things",
    example: "bread and jam and | order stamps",
    test: ({ left, right }, { reading }) =>
      right.isSure &&
      left.kind === "thing" &&
      left.times.length === 0 &&
      left.words.length > 2 &&
      !left.words.some((at) => isErrand(wordAt(reading, at))),
  },
  {
    name: "an unknown verb begins the right part",
    example: "rake the yard and | bag the leaves",
    test: ({ right }) => right.isUnknown,
  },
  {
    name: "the left part ends with a verb",
    example: "wash | and fold the laundry",
    test: ({ left, joint }, { reading, heading }) =>
      !["line", "item"].includes(joint) && heading === null && endsWithVerb(reading, left),
  },
  {
    name: "things after a verb that lists things",
    example: "buy milk, | eggs",
    test: ({ left, right, joint }, { reading }) =>
      isWeak(joint) &&
      ["thing", "chore"].includes(right.kind) &&
      (left.times.length === 0 || right.times.length === 0) &&
      listingVerbs.has(verbOf(left, reading)),
  },
  {
    name: "the right part refers to the left one",
    example: "wash the car and | dry it",
    test: ({ left, right, joint }, { reading, heading }) =>
      heading === null && refersBack(reading, left, right, joint),
  },
  {
    name: "the right part refers to the left one, and each has its time",
    example: "vacuum the car on Saturday and | wash it on Sunday",
    test: ({ left, right, joint }, { reading }) =>
      ((left.hasDay && right.hasDay) || (left.hasClock && right.hasClock)) &&
      refersBack(reading, left, right, joint),
  },
  {
    name: "on the way",
    example: "stop by the bakery and | get bread",
    test: ({ left, right, joint }, { reading }) =>
      isWeak(joint) &&
      right.kind === "order" &&
      motionVerbs.has(verbOf(left, reading)) &&
      isOnTheWay(reading, left.start!.at) &&
      !(left.hasClock && right.hasClock),
  },
  {
    name: "done there",
    example: "take the car in and | get the oil changed",
    test: ({ left, right, joint }, { reading }) =>
      isWeak(joint) && isDoneThere(reading, left, right) && right.times.length === 0,
  },
  {
    name: "done by the call",
    example: "call the vet and | book a checkup",
    test: ({ left, right, joint }, { reading, isMixed }) =>
      !isMixed &&
      (right.times.length === 0 || verbOf(right, reading) === "see") &&
      isCallFor(reading, left, right, joint),
  },
  {
    name: "someone else may do both",
    example: "help Leo pack and | make his bed",
    test: ({ left }, { reading }) => isLeadingSomeone(reading, left),
  },
  {
    name: "the right verb goes on",
    example: "pick up Ben and | bring snacks",
    test: ({ left, right }, { reading }) =>
      left.kind === "order" &&
      right.times.length === 0 &&
      continuationVerbs.has(verbOf(right, reading)) &&
      left.words.some((at) => isPersonAt(reading, at)),
  },
  {
    name: "a condition or a question before",
    example: "when Emma is home feed the cat and | walk the dog",
    test: ({ left, joint }, { reading }) => joint === "and" && isSubordinate(reading, left),
  },
];

/** "Buy milk and water bottles", but not "pay the rent and water ferns": only what is listed. */
function isNounAfterVerb({ left, right, joint }: Split, reading: Reading): boolean {
  if (right.kind !== "order" || right.isSure || right.isUnknown) return false;
  if (joint === "none" || left.kind !== "order") return true;
  return listingVerbs.has(verbOf(left, reading)) || refersBack(reading, left, right, joint);
}

/** "Wash", "feed the cat and wash", but not "pay the rent" or "buy paper and tape". */
function endsWithVerb(reading: Reading, { start, leadIn, from, to }: Part): boolean {
  if (start?.type === "errand" && start.objectAt >= to) return true;
  const last = wordAt(reading, to - 1);
  if (!isErrand(last) || reading.timeAt[to - 1]) return false;
  if (to - 1 === leadIn.at) return true;
  return to - 2 > from && wordAt(reading, to - 2) === "and" && !nounLikeVerbs.has(last);
}

/** "Stop by the bakery", "visit Rose", but not "stop mail", "run the dishwasher". */
function isOnTheWay(reading: Reading, verbAt: number): boolean {
  const next = wordAt(reading, verbAt + 1);
  if (["stop", "run"].includes(wordAt(reading, verbAt)))
    return next !== "and" && nonObjects.has(next);
  return !determiners.has(next);
}

const isDated = ({ kind, times }: Part) => kind === "event" && times.length > 0;

/** "Dry it", "tell her": a pronoun, unless another person or thing is named before it. */
function refersBack(reading: Reading, left: Part, right: Part, joint: Joint): boolean {
  if (right.start?.type !== "errand" || right.leadIn.isDelegated || isDated(left)) return false;
  const { objectAt } = right.start;
  if (ownsNamed(reading, right, objectAt)) return false;
  const end = ["sentence", "line"].includes(joint) ? objectAt + 2 : right.to;
  const isNew = right.leadIn.isNewRequest || !left.words.some((at) => isNamed(reading, at));
  for (let at = objectAt; at < Math.min(end, right.to); at += 1) {
    if (reading.timeAt[at] || isDeterminer(reading, at, right.to, isNew)) continue;
    const word = wordAt(reading, at);
    if (["me", "us"].includes(word)) return false;
    if (referringWords.has(word)) return !isNewThingFor(word, wordAt(reading, at + 1));
    if (word === "," || isNamed(reading, at)) return false;
  }
  return false;
}

/** "Call CVS and refill her inhaler by Friday": a named thing with a time of its own. */
function ownsNamed(reading: Reading, { times, to }: Part, objectAt: number): boolean {
  const isOwned = ownerWords.has(wordAt(reading, objectAt));
  return isOwned && times.length > 0 && isThing(reading, objectAt + 1, to);
}

function isNamed(reading: Reading, at: number): boolean {
  return isPersonAt(reading, at) || isCapital(reading, at);
}

/** "Her inhaler", "that Finn is ill", "the small ones" refer to nothing before them. */
function isDeterminer(reading: Reading, at: number, to: number, isNew: boolean): boolean {
  const word = wordAt(reading, at);
  if (["one", "ones"].includes(word)) return true;
  const mayName =
    ["that", "this", "each", "everything"].includes(word) || (isNew && ownerWords.has(word));
  return mayName && isThing(reading, at + 1, to);
}

/** "Get them a bottle of wine". */
function isNewThingFor(word: string, next: string): boolean {
  return ["them", "him", "her"].includes(word) && ["a", "an", "some"].includes(next);
}

const ownerWords = wordSet("his her their");

function isCapital({ tokens }: Reading, at: number): boolean {
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(tokens[at]!.text);
}

function isThing(reading: Reading, at: number, to: number): boolean {
  const { tokens } = reading;
  return (
    at < to &&
    tokens[at]!.type === "word" &&
    !beginsNoThing(tokens[at]!.word) &&
    !determiners.has(tokens[at]!.word)
  );
}

function isCallFor(reading: Reading, left: Part, right: Part, joint: Joint): boolean {
  const [first, second] = [verbOf(left, reading), verbOf(right, reading)];
  const isCall = contactVerbs.has(first) && isWeak(joint) && second !== "";
  if (!isCall || left.start!.objectAt >= left.to) return false;
  if (second === "order" && !isOrderPlaced(reading, first, right)) return false;
  const called = left.start!.objectAt;
  const isMine = wordAt(reading, called) === "my";
  if (isPersonAt(reading, isMine ? called + 1 : called)) return verbsDoneByTalking.has(second);
  if (isAboutOther(reading, left, right, second)) return false;
  const isSeparate = right.words.some((at) => separateContacts.has(wordAt(reading, at)));
  return verbsDoneByTalking.has(second) || (verbsDoneByCalling.has(second) && !isSeparate);
}

/** "Call the pharmacy and order the refill", but not "… and order more firewood". */
function isOrderPlaced(reading: Reading, verb: string, { start }: Part): boolean {
  const isWritten = ["email", "text", "message", "write"].includes(verb);
  return !isWritten && ["the", "my", "her", "his"].includes(wordAt(reading, start!.objectAt));
}

/** "Call the pharmacy and make Greta an appointment", "call Dr. Patel and tell the nurse". */
function isAboutOther(reading: Reading, left: Part, right: Part, verb: string): boolean {
  const other = right.start!.objectAt;
  if (contactVerbs.has(verb) && verb !== "ask" && wordAt(reading, other) === "the") return true;
  const word = wordAt(reading, other);
  return isPersonAt(reading, other) && !left.words.some((at) => wordAt(reading, at) === word);
}

function isDoneThere(reading: Reading, left: Part, right: Part): boolean {
  const [first, second] = [verbOf(left, reading), verbOf(right, reading)];
  if (!takingVerbs.has(first) || !verbsDoneThere.has(second)) return false;
  // "Drop soup at Greta's and get stamps" goes to two places.
  const isOff = wordAt(reading, left.start!.at + 1) === "off";
  const isDrop =
    isOff || (first === "drop" && !left.words.some((at) => wordAt(reading, at) === "off"));
  return !(
    isDrop &&
    second === "get" &&
    !isPersonAt(reading, Math.min(left.start!.objectAt, left.to - 1))
  );
}

function isLeadingSomeone(reading: Reading, left: Part): boolean {
  if (!left.start || !leadingVerbs.has(verbOf(left, reading)) || left.start.objectAt >= left.to)
    return false;
  const object = left.start.objectAt + (wordAt(reading, left.start.objectAt) === "my" ? 1 : 0);
  return (
    isPersonAt(reading, object) &&
    left.words.some(
      (at) => at > object && (isErrand(wordAt(reading, at)) || wordAt(reading, at) === "to"),
    )
  );
}

function isSubordinate({ tokens }: Reading, { leadIn: { at: from }, to, ...part }: Part): boolean {
  if (tokens.slice(part.from, from).some(({ word }) => ["if", "when"].includes(word))) return true;
  return tokens
    .slice(from, to)
    .some(
      ({ word }, at) =>
        subordinators.has(word) ||
        (word === "to" &&
          at > 1 &&
          tokens[from + at - 1]!.word !== "in" &&
          !openers.has(tokens[from + at - 1]!.word) &&
          isErrand(tokens[from + at + 1]?.word ?? "")),
    );
}

const openers = wordSet("need have got want ought me us remember forget going like");
const subordinators =
  wordSet(`if when whenever unless because while since so that which who whose whether where how what
  why either both between or`);

const timeFeatures: SplitFeature[] = [
  {
    name: "both parts have a day",
    example: "dentist Monday and | vet on Tuesday",
    test: ({ left, right }) => left.hasDay && right.hasDay,
  },
  {
    name: "the same kind of time in parts of the same shape",
    example: "Zoe piano 4, | Theo judo 5",
    test: ({ left, right }) =>
      left.times.length > 0 &&
      left.kind === right.kind &&
      left.times.length === right.times.length &&
      left.hasClock === right.hasClock,
  },
  {
    name: "what follows corrects what came before",
    example: "at five | no five thirty",
    test: ({ left, right }, { reading }) => {
      const time = right.times[0];
      const places = time ? [time.from, right.from] : [right.from];
      return places.some(
        (at) => (retractionBefore(reading.scan, at) ?? -1) >= Math.max(left.from, 1),
      );
    },
  },
];

const entryFeatures: SplitFeature[] = [
  {
    name: "a time after a mark ends the left part, and nothing separates them",
    example: "water the plants, and on Sunday | visit Greta",
    test: ({ left, joint }, { reading }) => {
      const at = left.to - 1;
      const start = reading.timeAt[at]?.from ?? (wordAt(reading, at) in dayParts ? at : left.from);
      return joint === "none" && start > left.from && marks.has(wordAt(reading, start - 1));
    },
  },
  {
    name: "hours at one end of both parts",
    example: "Sat 9 soccer, | 11 gym",
    test: ({ left, right }) => left.entry !== null && right.entry !== null,
  },
  {
    name: "hours at one end of both parts, of which one is bare",
    example: "Sat 9 soccer, | 11 gym",
    test: ({ left, right }) =>
      left.entry !== null &&
      right.entry !== null &&
      !(left.entry.isHourCertain && right.entry.isHourCertain),
  },
  {
    name: "parts of the day open both parts",
    example: "tomorrow am dentist, | pm oil change",
    test: ({ left, right }, { reading }) =>
      (left.opensWithTime || opensWithDayPart(reading, left)) && opensWithDayPart(reading, right),
  },
  {
    name: "both parts have a time, and the right one no verb",
    example: "pick up Zoe at 3, | Theo at 4",
    test: ({ left, right }) =>
      left.times.length > 0 &&
      right.times.length > 0 &&
      right.kind !== "order" &&
      right.kind !== "telling",
  },
  {
    name: "a verb after a whole order, and nothing separates them",
    example: "pay the water bill | renew the license",
    test: ({ left, right, joint }, { reading }) =>
      joint === "none" &&
      left.kind === "order" &&
      left.start!.objectAt < left.to &&
      right.kind === "order" &&
      right.isSure &&
      right.start!.at === right.from &&
      isPlainVerb(reading, right) &&
      !goesOnAfter(reading, right.from - 1) &&
      !isSubordinate(reading, left) &&
      !(isPersonAt(reading, left.to - 1) && left.words.length < 3) &&
      !["it", "that"].includes(wordAt(reading, right.start!.objectAt)),
  },
  {
    name: "a for in both parts",
    example: "sign up Finn for chess, Zoe for art and | Theo for swim",
    test: ({ left, right }, { reading }) =>
      [left, right].every(({ from, to }) =>
        reading.tokens.slice(from + 1, to).some(({ word }) => word === "for"),
      ),
  },
  {
    name: "a person who is told or helped, and nothing separates them",
    example: "help Leo | do homework",
    test: ({ left, joint }, { reading }) =>
      joint === "none" &&
      ((isPersonAt(reading, left.to - 1) && contactVerbs.has(verbOf(left, reading))) ||
        (leadingVerbs.has(verbOf(left, reading)) &&
          left.start!.objectAt < left.to &&
          isPersonAt(reading, left.start!.objectAt))),
  },
  {
    name: "also in the mark",
    example: "call the bank. also | get stamps",
    test: ({ mark: { at, next } }, { reading }) =>
      !goesOnAfter(reading, at - 1) &&
      reading.tokens
        .slice(at, next)
        .some(({ word }) => ["also", "plus", "oh", "finally"].includes(word)),
  },
  {
    name: "days open both parts, and nothing separates them",
    example: "Monday call the roofer | Tuesday mail the rebate",
    test: ({ left, right, joint }) =>
      joint === "none" &&
      left.opensWithTime &&
      right.opensWithTime &&
      left.words.length > 0 &&
      ((left.hasDay && right.hasDay) || (left.hasClock && right.hasClock)),
  },
  {
    name: "a time with its preposition begins the right part, and nothing separates them",
    example: "take Zoe to ballet | at 3",
    test: ({ right, joint }, { reading: { timeAt } }) =>
      joint === "none" && right.opensWithTime && timeAt[right.from]!.cue !== null,
  },
  {
    name: "the right part says when it opens",
    example: "concert at 7, | doors open 6:30",
    test: ({ right }, { reading }) =>
      right.words.length > 0 &&
      right.words.every(
        (at) => arrivalWords.has(wordAt(reading, at)) || reading.tokens[at]!.type === "number",
      ),
  },
  {
    name: "an order without a time after the only event with one",
    example: "vet tomorrow, | bring the cat",
    test: ({ left, right, joint }, { heading, marks: count }) =>
      heading === null &&
      count === 1 &&
      joint === "comma" &&
      left.kind !== "order" &&
      left.times.length > 0 &&
      right.kind === "order" &&
      right.times.length === 0,
  },
  {
    name: "the end of a list of things",
    example: "paint, tape, and | a roller",
    test: ({ left, right, joint }, { reading }) =>
      joint === "comma and" &&
      right.kind === "thing" &&
      left.times.length === 0 &&
      reading.tokens.slice(left.from, left.to).some(({ word }) => word === ","),
  },
  {
    name: "an order of its own after an event with an hour",
    example: "dentist at 3 and | order groceries",
    test: ({ left, right, joint }, { reading }) =>
      joint === "and" &&
      left.kind === "event" &&
      left.hasClock &&
      right.kind === "order" &&
      right.isSure &&
      !continuationVerbs.has(verbOf(right, reading)),
  },
  {
    name: "each of two people does something",
    example: "Omar is doing the gutters, | I'm doing closets",
    test: ({ left, right }, { reading }) => {
      const [one, other] = [doerAt(reading, left.from), doerAt(reading, right.from)];
      return one !== null && other !== null && one !== other;
    },
  },
  {
    name: "a number alone",
    example: "return size 10 boots and | get 11",
    test: ({ right }, { reading }) =>
      right.start !== null &&
      reading.tokens.slice(right.start.objectAt, right.to).every(({ type }) => type === "number"),
  },
];

const marks = wordSet(", . ; and then");

function opensWithDayPart(reading: Reading, { from, to }: Part): boolean {
  const time = reading.timeAt[from];
  if (time) return time.from === from && time.when.part !== undefined;
  const [word, next] = [wordAt(reading, from), wordAt(reading, from + 1)];
  return (
    to > from + 1 &&
    (word in dayParts || ["am", "pm"].includes(word)) &&
    !partThings.has(next) &&
    !beginsNoThing(next)
  );
}

const arrivalWords = wordSet(
  "am pm drop off pick up pu pickup dropoff arrival arrive doors open opens start starts end ends begins kickoff warmup slot",
);

/** A person and a verb: "Omar has to rake", "I'll bring". */
function doerAt(reading: Reading, at: number): string | null {
  const { timeAt } = reading;
  const start = timeAt[at]?.from === at ? timeAt[at].to : at;
  const from = wordAt(reading, start) === "the" ? start + 1 : start;
  const [doer, verb, next] = [0, 1, 2].map((index) => wordAt(reading, from + index)) as [
    string,
    string,
    string,
  ];
  if (["i'm", "im"].includes(doer)) return isGerund(verb) ? "me" : null;
  if (["i'll", "ill", "i"].includes(doer))
    return isErrand(verb) || (verb === "will" && isErrand(next)) ? "me" : null;
  return doer !== "" && isPersonAt(reading, from) && isDoing(verb, next) ? doer : null;
}

/** "Is doing", "has to rake", "will bring", "takes". */
function isDoing(verb: string, next: string): boolean {
  if (verb === "is" || verb === "'s") return isGerund(next);
  if (["has", "have", "needs", "need"].includes(verb)) return next === "to";
  if (["will", "please"].includes(verb)) return isErrand(next);
  return verb.endsWith("s") && isErrand(verb.slice(0, -1));
}

function isGerund(word: string): boolean {
  return word.length > 4 && word.endsWith("ing") && !tellingGerunds.has(word);
}

const tellingGerunds = wordSet("going being having thinking coming wondering");

const wordFeatures: SplitFeature[] = [
  {
    name: "a new request opens the right part",
    example: "pay rent | don't forget the trash",
    test: ({ right }) => right.leadIn.isNewRequest,
  },
  {
    name: "a new request opens the right part, and nothing separates them",
    example: "pay rent | don't forget the trash",
    test: ({ right, joint }) => right.leadIn.isNewRequest && joint === "none",
  },
  {
    name: "someone is asked in the right part",
    example: "get milk and | ask Dan to cook",
    test: ({ right }) => right.leadIn.isDelegated,
  },
  {
    name: "only a person to the left",
    example: "Dan and | I should clean",
    test: ({ left }, { reading }) =>
      left.words.length > 0 &&
      left.times.length === 0 &&
      left.words.every((at) => isPersonAt(reading, at)),
  },
  {
    name: "people begin both parts",
    example: "Zoe piano 4, | Theo judo 5",
    test: ({ left, right }, { reading }) => {
      const [one, other] = [left.words[0], right.words[0]];
      return (
        one !== undefined &&
        other !== undefined &&
        isSomeoneAt(reading, one) &&
        isSomeoneAt(reading, other) &&
        left.words.length > 1
      );
    },
  },
  {
    name: "a pair that names one thing",
    example: "mac and | cheese",
    test: ({ mark: { at, next } }, { reading }) =>
      wordPairs.has(`${wordAt(reading, at - 1)} ${wordAt(reading, next)}`),
  },
  {
    name: "names joined by and",
    example: "Stop and | Shop",
    test: ({ mark: { at, next }, joint }, { reading }) =>
      joint === "and" &&
      !reading.timeAt[at - 1] &&
      isCapital(reading, at - 1) &&
      isCapital(reading, next),
  },
  {
    name: "the right part only says when to remind",
    example: "dentist at 3, | remind me an hour before",
    test: ({ right }, { reading: { tokens, timeAt } }) =>
      ["remind", "ping", "alert"].includes(tokens[right.from]!.word) &&
      tokens
        .slice(right.from + 2, right.to)
        .every(({ type }, at) => type === "symbol" || timeAt[right.from + 2 + at]),
  },
  {
    name: "a word before the mark that goes on",
    example: "the | big bag",
    test: ({ mark: { at, next }, joint }, { reading }) =>
      (at === next || joint === "also") && goesOnAfter(reading, at - 1),
  },
  {
    name: "a word after the mark that goes on",
    example: "call | about it",
    test: ({ mark: { at, next } }, { reading }) =>
      at === next && !reading.timeAt[next] && beginsNoThing(wordAt(reading, next)),
  },
  {
    name: "the right part is one word",
    example: "wash the car, | windows",
    test: ({ right }) => right.words.length === 1,
  },
];

function isSomeoneAt(reading: Reading, at: number): boolean {
  return isPersonAt(reading, at) || ["me", "us", "everyone"].includes(wordAt(reading, at));
}

/** After an order, only a verb that is never a noun counts: "get milk", "sign the form". */
function isPlainVerb(reading: Reading, { start }: Part): boolean {
  const [verb, object] = [wordAt(reading, start!.at), wordAt(reading, start!.objectAt)];
  if (reading.tokens[start!.objectAt]?.type !== "word") return false;
  return (
    onlyVerbs.has(verb) ||
    start!.objectAt > start!.at + 1 ||
    determiners.has(object) ||
    ownerWords.has(object) ||
    !isClearBefore(verb, "") ||
    reading.scan.names.has(object)
  );
}

const onlyVerbs = wordSet(
  "get buy bring put send renew unload defrost thaw scrub reschedule confirm replace",
);

function goesOnAfter(reading: Reading, at: number): boolean {
  const word = wordAt(reading, at);
  if (reading.timeAt[at]) return false;
  return (
    goesOn.has(word) ||
    connectingWords.has(word) ||
    determiners.has(word) ||
    subjectPronouns.has(word)
  );
}

const goesOn =
  wordSet(`to and or not no his her their me us can could help than as so sorry wait actually i'll we'll of is are was 's
  big small large little new old nice good fresh clean cheap extra spare other second long short whole single double more`);

const settingFeatures: SplitFeature[] = [
  {
    name: "under a heading",
    example: "tonight: pack lunches, | sign the form",
    test: (_, { heading }) => heading !== null,
  },
  {
    name: "under a heading, after a comma",
    example: "tonight: pack lunches, | sign the form",
    test: ({ joint, left, right }, { heading }) =>
      heading !== null &&
      joint.startsWith("comma") &&
      !(left.kind === "order" && right.kind === "thing"),
  },
  ...(["order", "event", "chore", "thing"] as const).map((kind) => ({
    name: `a mixed list, before: ${kind}`,
    example: "milk, eggs, call Rose, | dentist at 3",
    test: ({ joint, right }: Split, { isMixed }: Setting) =>
      isMixed && isWeak(joint) && right.kind === kind,
  })),
  {
    name: "a mixed list, after a time",
    example: "fees by Monday, model by Friday, | blazer to the tailor",
    test: ({ joint, left }, { isMixed }) => isMixed && isWeak(joint) && left.endsWithTime,
  },
  {
    name: "a list of requests",
    example: "1) refill 2) deposit by Monday | 3) call Rose",
    test: ({ joint }, { areRequests }) => areRequests && (joint === "line" || joint === "item"),
  },
  {
    name: "a line of things after a line of things",
    example: "milk\\n | eggs",
    test: ({ joint, left, right }, { areRequests }) =>
      !areRequests &&
      (joint === "line" || joint === "item") &&
      left.kind === "thing" &&
      right.kind === "thing" &&
      left.times.length + right.times.length === 0,
  },
  {
    name: "orders joined by and, in a message",
    example: "They close at 6. Can you get milk and | feed the dog?",
    test: ({ joint, left, right }, { isMessage }) =>
      isMessage && isWeak(joint) && left.kind === "order" && right.kind === "order",
  },
  {
    name: "in a message",
    example: "They close at 6. Can you get milk and | feed the dog?",
    test: (_, { isMessage }) => isMessage,
  },
];

export const splitFeatures: SplitFeature[] = [
  ...verbFeatures,
  ...timeFeatures,
  ...entryFeatures,
  ...wordFeatures,
  ...settingFeatures,
];
