import { monthNumbers, weekdayNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { anyOf, anywhere, patternOf } from "./phrases.ts";
import type { Thing } from "./thing.ts";

const maxLength = 90;

const asWe =
  "[we are|we're|we would|we'd|we] [delighted|excited|happy|pleased|sorry|like|love|regret|wish]";
const reminders = [
  "[just|this is] [a] [quick] [gentle|friendly] [final|last] [important] reminder [that|to]",
  "(don't|do not) forget [that|to]",
  "note|remember [that|to]",
  `${asWe} [to] announce|inform|remind|tell [you|families|parents|all parents] [that|to]`,
  "we [kindly] ask [you|parents|all parents] that|to",
  "as you know",
  "this is to inform|remind [you|all|all parents] that",
  "i'm sorry to say [that]",
];
const invited = [
  "you are|you're|your child is|your children are",
  "families are|parents are|everyone is|everybody is|all are",
].join("|");
const asked = "asked|invited|reminded|requested|welcome";
const attend = "attend|come to|join us at|join us for";
const invitations = [
  `(${invited}) [all|cordially|kindly|warmly] ${asked} [to] [${attend}] [that]`,
  "join us at|for",
];
const announcements = [
  "there (will be|are|is)",
  "(we'll|we will|we are) [be] have|having|hold|holding|host|hosting",
];
const labels = anyOf(["date for your diary", "important", "save the date", "urgent"]);
const openings = patternOf(
  "iu",
  String.raw`^(?:(?:hi|hello|dear)[^,!]{0,30}[,!]\s*)?(?:${[
    String.raw`${anyOf([...reminders, ...invitations, ...announcements])}(?:\s?[:,–-])?\s+`,
    String.raw`${anyOf(["also", "kindly", "please", "pls"])}[ ,]+`,
    String.raw`${anyOf(["and", "so"])} (?=\p{L})`,
    String.raw`${labels}\s*[:!–-]+\s*`,
  ].join("|")})`,
);

const articles = /^(?:the|our|this year's|an?)\s+(?=\p{L})/iu;

const happening = anyOf([
  "will (be held|happen|take place)",
  "takes|take place",
  "is (being held|confirmed|planned|scheduled|taking place)",
  "has been confirmed",
]);
const verbs = patternOf("iu", String.raw`\s${happening}(?=\s|$)`);

const lastWords = anyOf([
  "will (be|be held|happen|run|take place)",
  "takes|take place",
  "is (being held|confirmed|due|on|planned|scheduled|taking place)",
  "are due",
  "has|have been",
  "and|are|at|begins|by|closes|from|is|on|starts|takes|the|through|to|until|will",
]);
const endings = patternOf("iu", String.raw`[\s,]+${lastWords}[\s,.:–-]*$`);

const closureWords = anywhere("clos*|dismiss*|finish*|holiday|inset", "no school");
const moveWords = anywhere(
  "brought|changed|moved|now|postponed|preponed|pushed|put|rescheduled|shifted",
);
const cancelWords = anywhere("cancel*|no|not|off");

/** Writes what a sentence is about as a title: "Christmas concert in the hall". */
export function titleOfSentence(written: string, kind: Thing["kind"], isClosure = false): string {
  let title = tidy(written);
  if (isClosure) title = clauseWith(title, closureWords);
  if (kind === "moved")
    title = clauseWith(title.replace(/,\s+(?:which|who)\b[^,]*,/i, ""), moveWords);
  if (kind === "cancelled")
    title =
      title.split(/(?:,|;)\s+(?:but|so)\s+|;\s+/i).find((clause) => cancelWords.test(clause)) ??
      title;
  for (let before = ""; before !== title;) {
    before = title;
    title = title.replace(openings, "").replace(cause, "").replace(articles, "");
  }
  // "Tell" opens "tell you that", too.
  title = title.replace(/^us (?=\p{Ll})/u, "tell us ").replace(verbs, "");
  for (let before = ""; before !== title;) {
    before = title;
    title = title.replace(endings, "").replace(/[\s,;:.!–-]+$/, "");
  }
  return cut(title.charAt(0).toUpperCase() + title.slice(1));
}

/** "Due to the works, the bus goes another way". */
const cause = /^(?:due to|owing to|because of|on account of) [^,]{3,60}, (?=\S+ \S)/i;

/** "Everybody, including those who did it last year, is asked". */
const insertion = /, (?:especially|even|except|including) [^,]{3,50},/i;

const tidy = (written: string): string =>
  written
    .replace(insertion, "")
    .replaceAll(/\(\s*\)/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([:;,])\s*(?=[:;,.])/g, "")
    .replaceAll(/\s+([,.;:!?)])/g, "$1")
    .replace(/^[\s\p{P}]*(?=[\p{L}\p{N}£$€])/u, "")
    .trim();

/** The part of a sentence that has the word: "…, so the tour is moved". */
function clauseWith(title: string, word: RegExp): string {
  const clauses = title.split(/,\s+(?:so|and|but)?\s*|\s+(?:that|because)\s+/i);
  return clauses.find((clause) => word.test(clause)) ?? title;
}

function cut(title: string): string {
  if (title.length <= maxLength) return title;
  const clause = title
    .slice(0, maxLength)
    .replace(/(?:[,;–(]| (?:because|so that|as|which|who|when|if|and)\s)[^,;–(]*$/i, "");
  if (clause.length >= 20 && clause.length < maxLength) return clause.trim();
  return cutWords(title);
}

const cutWords = (title: string): string =>
  title.length <= maxLength ? title : `${title.slice(0, maxLength).replace(/\s+\S*$/, "")}…`;

/** These phrases name no event. */
const empty = wordSet(`
  it this that they we you he she there here our your in held of for with also back next more both
  all up are is be will on at by from to the a an and can must need please should
  am pm noon till until day date time event place session when where yes no today
  tomorrow tonight
  ${Object.keys(weekdayNumbers).join(" ")} ${Object.keys(monthNumbers).join(" ")}`);
/** One of them says too little: "Starts", "Children". */
const weak = wordSet(`
  start starts begin begins end ends finish finishes finishing run runs take takes
  bring paid pay return sign children`);

const ownWordsOf = (title: string): string[] =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word && !empty.has(word) && !/^\d+(?:st|nd|rd|th|am|pm|h)?$/.test(word));

/** "It will be", "Date", "Starts", "In the Parish Hall": what it is stands elsewhere. */
export const namesNothing = (title: string): boolean =>
  ownWordsOf(title).every((word) => weak.has(word));

/** "Children return" says more than a newsletter's subject. */
export const namesLittle = (title: string): boolean =>
  namesNothing(title) && ownWordsOf(title).length > 1;

const maxTopic = 60;

/** "Ski day: Be in the gym", unless the title names the topic itself. */
export function joinTopic(topic: string, title: string): string {
  if (topic === "" || topic.length > maxTopic) return title;
  const stems = (text: string) =>
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5));
  const titleStems = new Set(stems(title));
  const said = stems(topic);
  if (said.filter((stem) => titleStems.has(stem)).length > said.length / 2) return title;
  return cutWords(`${topic}: ${withSmallStart(title)}`);
}

/** As it stands within a sentence, but "PTA" and "INSET day" stay. */
export const withSmallStart = (title: string): string =>
  /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** They stand in headings and subjects of any mail. */
const general = wordSet(`
  you invited invite
  the this and for from of our your in at to a re what when where who how why
  1st 2nd 3rd first second third final next more other bits
  announcement announcements attention attn bulletin calendar change confirmed details diary
  flyer general info information informations invitation letter mail message misc news newsletter
  newsletters note notes notice notices post questions question reminder reminders report schedule
  update updates
  coming upcoming ahead date dates day days daily week weekly month monthly term time event events
  few some several couple things thing
  class school student students families parents dear hello hi kind important please read save
  action cost costs due form forms these urgent
  arrival departure drop kit meeting off pick point return up wear
  ${Object.keys(monthNumbers).join(" ")}`);

const sentenceWords = anywhere(
  "he|i|i'm|it|it's|she|that|that's|they|this|we|we're|you",
  "are|is|find|need|please|see|welcome",
  "below|following|here|now|regarding|what|yes",
);
const greetings = anyOf([
  "dear|g'day|greetings|hallo|hello|hey|hi|namaste|respected",
  "good afternoon|day|evening|morning",
  "afternoon|evening|morning",
  "happy",
  "to all",
  "a ch|th",
]);
const headerNames = anyOf(["cc|date|from|re|ref|sub|subject|to"]);
const greeting = patternOf("iu", String.raw`^\W*${greetings}|^${headerNames}\s?:`);
const columnsPattern = patternOf(
  "giu",
  anyOf(["amount|balance|date|day|event|location|paid|pitch|place|rink|session|time|venue"]),
);
const columns = wordSet(`
  activity amount balance by class cost date day deadline description due end ends event fee from
  group instalment installment item location name new old paid particulars pitch place price
  rink room rs session start starts stop subject teacher time to total venue what when where who`);

const letters = anywhere(
  "bulletin|flyer|gazette|newsletter|news|notes|post|tidings|update|updates",
);
const answerMarks = /^(?:\s*(?:re|fw|fwd|aw|wg|sv)\s*:\s*)+/i;
const subjectLabels = patternOf(
  "iu",
  String.raw`^${anyOf([
    "action required",
    "change of _",
    "confirmed|important|invitation|reminder|update|urgent",
    "please read",
  ])}\s*[:!–-]+\s*`,
);

export const isGreeting = (line: string): boolean => greeting.test(line);

/** "Seaside trip tomorrow" is about the trip, also the day after. */
const subjectDay =
  / (?:on |this |next )?(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;

function withoutDay(topic: string): string {
  const rest = topic.replace(subjectDay, "");
  return rest.includes(" ") ? rest : topic;
}

/** A mail's subject as a topic: "Grade 7 camp" of "Grade 7 camp - dates, forms". */
export function topicOfSubject(subject: string): string {
  if (letters.test(subject)) return "";
  const parts = subject
    .replace(answerMarks, "")
    .replace(/^[^\p{L}\p{N}[(]+/u, "")
    .split(/\s+[-–—|]\s+|[:!?]\s*/)
    .map(withoutDay);
  const [topic] = parts.map(topicOf).filter(Boolean);
  return topic ?? (isName.test(parts[0]!) && !isGeneral(parts[0]!) ? parts[0]! : "");
}

/** "Ida is turning 8", "Closed tonight" */
const isName = /^(?!(?:re|please|important|urgent|see|hi|hello|thank)\b)\p{Lu}[^,]{5,38}$/iu;

const maxShort = 60;

/** A sentence as the topic of the next one: "You still have Aoife's costume". */
export function shortTopic(sentence: string): string | null {
  const title = titleOfSentence(sentence, "event");
  if (greeting.test(sentence) || title.length < 4) return null;
  return title.length <= maxShort ? title : `${title.slice(0, maxShort).replace(/\s+\S*$/, "")}…`;
}

/** "Day Time Rink" above a table. */
export const areColumns = (line: string): boolean =>
  (line.match(columnsPattern)?.length ?? 0) > 1 || isOfColumns(line);

/** "Stop Old New", "Instalment - Amount - By": the head of a table, and not one more row. */
function isOfColumns(line: string): boolean {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 1 && words.every((word) => columns.has(word));
}

/** The subject or a heading as a topic, or an empty string if it names nothing. */
export function topicOf(heading: string): string {
  if (greeting.test(heading) || sentenceWords.test(heading)) return "";
  if (areColumns(heading) || /^\(.*\)$/.test(heading.trim())) return "";
  const words = heading
    .replace(answerMarks, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replace(subjectLabels, "");
  const title = titleOfSentence(words, "event");
  return isGeneral(title) ? "" : title;
}

const isGeneral = (title: string): boolean =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every(
    (word) => general.has(word) || /^\d+$/.test(word),
  );
