import { isErrand } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { createSentenceReader, type Found, type Sentence, type SentenceRule } from "./pattern.ts";
import { deeds, isEvent, isWritten } from "./words.ts";

/** A question asks for a thing, a day, a person or for what was done. */
export type Asked = Pick<Found, "thing" | "when" | "who" | "past"> & { isDone?: boolean };

const rule = (
  say: string,
  examples: string[],
  means: SentenceRule<Asked>["means"] = unlessThinkingAloud,
): SentenceRule<Asked> => ({ say, examples, means });

const did = "do|finish|complete|accomplish|done|finished|completed|accomplished|achieved";

const family = "i|we|they|you|kids|boys|girls";

export const questionRules: SentenceRule<Asked>[] = [
  rule(
    `what|whats did|have|'ve [the] ${family} [all|already|actually] ${did} [{past}]`,
    ["what did we do yesterday", "what have we done this week"],
    done,
  ),
  rule(
    "what|whats did|have i|we|they|you get|gotten|got done|finished|through [{past}]",
    ["what did we get done yesterday"],
    done,
  ),
  rule(
    `what|whats did|has {who} ${did} [{past}]`,
    ["what did Ben do yesterday", "what has Nora done today"],
    done,
  ),
  rule("what did|has {who} get|gotten|got done [{past}]", ["what did Sam get done today"], done),
  rule(
    "what|whats is|was|got|were|has|'s [been|being|already] done|finished|completed [{past}]",
    ["what got done today", "what was done on Monday"],
    done,
  ),
  rule(
    "show|list|tell [me|us] what|everything i|we did|finished [{past}]",
    ["show me what we did yesterday"],
    done,
  ),
  rule("[show|list] [me] [all] overdue [tasks|chores|things|stuff]", ["overdue tasks"]),
  rule("what|whats|wat [is] {when}", ["what's due tomorrow", "whats tomorrow"]),
  rule("what am|is|are|'s|do|does|did|should|must|can|will {thing} [{when}]", [
    "what's on Saturday",
    "what does Sam have to do this week",
  ]),
  rule("what have|has i|we|they|you {thing} [{when}]", ["what have we got on Saturday"]),
  rule("what have|has the kids|boys|girls|children {thing} [{when}]", [
    "what have the kids got on Saturday",
  ]),
  rule("what has|have {who} {thing} [{when}]", ["what has Ben got on Saturday"]),
  rule("what [still|else] needs|must|has {thing} [{when}]", ["what still needs doing"]),
  rule(`who [has|already] ${deeds} {thing} [{when}]`, ["who fed the cat"]),
  rule("tell|read me|us {when}", ["read me Saturday"]),
  rule("what i|we have|got|need {when}", ["what we have on Friday evening"]),
  rule("[at] what hour|time|day|date|else is|are|'s|do|does|did|was {thing} [{when}]", [
    "at what hour is the recital",
  ]),
  rule("how is|are|'s|does|many|much|long|often|late|far {thing} [{when}]", ["how many are left"]),
  rule("{thing} when|where is|'s it|that [again]", ["Nora's recital when is it"]),
  rule("{when} [,|-|:] what is|'s on|planned|happening|up", ["Friday - what's on"]),
  rule("{when} [,|-|:] anything on|planned|happening|due", ["Saturday, anything planned"]),
  rule("when|where it is {thing} [{when}]", ["when it is the school photo"]),
  rule("wen is|are|'s|does {thing} [{when}]", ["wen is the recital"]),
  rule("where|when is|are|'s|was|were|do|does|did|will|can|should {thing} [{when}]", [
    "where is the permission slip",
    "when does soccer start",
  ]),
  rule("whats|wheres|whens|whos {thing} [{when}]", ["whos got soccer"]),
  rule("who has|is|'s|do|does|did|will|can|was|takes|picks|drops|drives|gets {thing} [{when}]", [
    "who has piano tomorrow",
  ]),
  rule("who fetches|collects|brings|walks|feeds|cooks|cleans|buys|watches|makes {thing} [{when}]", [
    "who fetches Emma tomorrow",
  ]),
  rule("whose turn|week|night|day|job [is|'s] [it] [to|for|on] {thing} [{when}]", [
    "whose turn is it to do the dishes",
    "whose turn is it for the trash",
  ]),
  rule("which {thing} [{when}]", ["which day is picture day"]),
  rule("do i|we|you|they|anyone|anybody|someone|everyone {thing} [{when}]", [
    "do we have anything on Saturday",
  ]),
  rule("did|does|has|am {thing} [{when}]", ["did Sam call the bank"]),
  rule("have i|we|they|you {thing} [{when}]", ["have we paid the rent"]),
  rule("is|are|was|were {thing} [{when}]", ["is the gas bill paid"], unlessDue),
  rule("any|anything [on|due|left|planned] for {who} [{when}]", ["anything for Nora today"]),
  rule("any|anything {thing} [{when}]", ["any plans for Sunday"]),
  rule("anything {when}", ["anything tomorrow"]),
  rule(
    "remind|tell me|us when|where|what|who|which|how {thing} [{when}]",
    ["tell me when the recital is"],
    unlessAtSomeTime,
  ),
  rule("show|tell|give [me|us] what|when|where|who is|are|'s {thing} [{when}]", [
    "show me what's on Friday",
  ]),
  rule("do you know|remember when|where|what|who|if|which {thing} [{when}]", [
    "do you know when soccer is",
  ]),
  rule("any idea when|where|what|who|if {thing} [{when}]", ["any idea when soccer is"]),
  rule("i forgot|forget|can't|cant [remember|recall] when|where|what|who {thing} [{when}]", [
    "I forgot when the dentist is",
  ]),
  rule("what've|what'd|who've we|i {thing} [{when}]", ["what've we got on Friday"]),
  rule("who|whos ['s] turn is it [to] {thing} [{when}]", ["who's turn is it to cook"]),
  rule(
    "[my|our|the] tasks|todo|todos|agenda|schedule|plans|calendar|appointments [for|on] {when}",
    ["agenda for Monday"],
  ),
  rule("my|our tasks|todos|agenda|schedule|plans|calendar|appointments|chores|list [today]", [
    "my tasks",
  ]),
  rule("{when} ['s] tasks|todos|agenda|schedule|plans|list|appointments|chores", [
    "Friday's tasks",
  ]),
  rule("{who} 's tasks|todos|agenda|schedule|plans|calendar|appointments|chores [{when}]", [
    "Sam's tasks",
  ]),
  rule("got|have anything|something [on|planned] {when}", ["got anything on Friday"]),
  rule("free|busy {when}", ["free on Saturday"]),
  rule("next|last {thing} when|where", ["next dentist appointment when"]),
  rule("give|send|read me|us a|the rundown|summary|overview|list {when}", [
    "give me a rundown for tomorrow",
  ]),
  rule("look|search for [the|my|our] note|notes|reminder|task about {thing}", [
    "look for the note about the boiler",
  ]),
  rule("show [me|us] {when}", ["show me Saturday"]),
  rule("show|find|search|list [me|us] [for] {thing} [{when}]", ["find the wifi password"], ifKept),
  rule("give|get|read me|us {thing} [{when}]", ["give me the alarm code"], ifKept),
  rule("look up|for {thing} [{when}]", ["look up the alarm code"], ifKept),
];

export const readQuestion = createSentenceReader(questionRules);

function done(found: Found): Asked {
  return { ...found, isDone: true };
}

/** "What was it oh yeah buy mulch" asks nothing. */
function unlessThinkingAloud(found: Found, { reading: { tokens } }: Sentence): Asked | null {
  const { thing } = found;
  const said = thing ? tokens.slice(thing.from, thing.to).map(({ word }) => word) : [];
  const isBareIt = said[0] === "it" && said[1] !== "to" && said.length > 1;
  return isBareIt || said.some((word) => asides.has(word)) ? null : found;
}

const asides = wordSet("oh okay ok just remind mean wait never gonna , anyway so possible");

/** "Is due Friday: library books" asks nothing. */
function unlessDue(found: Found, sentence: Sentence): Asked | null {
  const { reading, from } = sentence;
  return reading.timeAt[from] ? null : unlessThinkingAloud(found, sentence);
}

/** "Remind me when I get home to call" is a task. */
function unlessAtSomeTime(found: Found, { reading: { tokens }, from }: Sentence): Asked | null {
  const isOwn = ["i", "we", "you"].includes(tokens[from + 3]?.word ?? "");
  return isOwn && tokens[from]!.word === "remind" ? null : found;
}

/** The plumber's number is written down, a plumber is to be sought. */
function ifKept(found: Found, sentence: Sentence): Asked | null {
  const isShown = sentence.reading.tokens[sentence.from]!.word === "show";
  const isKept =
    isWritten(sentence, found.thing) ||
    (isShown && isEvent(sentence, found.thing)) ||
    asksForAll(sentence, found.thing);
  return isKept ? found : null;
}

/** "List Nora's things", "show overdue tasks". */
function asksForAll(sentence: Sentence, thing: Found["thing"]): boolean {
  const { tokens } = sentence.reading;
  const isListed = ["show", "list"].includes(tokens[sentence.from]!.word);
  return (
    isListed && thing !== undefined && ["things", "stuff"].includes(tokens[thing.to - 1]!.word)
  );
}

/** "Soccer at 5?" is no order. */
export function readPlainQuestion(sentence: Sentence): Asked | null {
  const { tokens } = sentence.reading;
  const isAsked = tokens.slice(sentence.to).some(({ word }) => word === "?");
  const words = tokens.slice(sentence.from, sentence.to).map(({ word }) => word);
  const isSuggestion = words[1] === "about" || sentence.from > 0 || words.some(isErrand);
  return isAsked && !isSuggestion ? { thing: { from: sentence.from, to: sentence.to } } : null;
}
