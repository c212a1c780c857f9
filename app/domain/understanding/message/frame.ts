import {
  addressed,
  closingWords,
  greetedPeople,
  greetings,
  headerNames,
} from "../lexicon/letters.ts";
import type { Span, Token } from "../types.ts";

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?`;
const dayWord = String.raw`(?:(?:mon|tues?|wed(?:nes)?|weds|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?|today|tomorrow|tonight|tmrw)\b`;
const name = String.raw`[\p{L}+][^:\n,()[\]]{0,30}(?:\([^:\n()]{1,30}\)[^:\n,()[\]]{0,20})?`;

/**
 * What mail and chat programs write: "[10/6, 9:14 PM] Ana:", "From: …", "----- Forwarded message
 * -----", "Fwd:".
 */
const stamps = [
  String.raw`\[[^\]\n]{0,30}\d[.:]\d\d[^\]\n]{0,30}\]\s{0,3}${name}:`,
  String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,3}${clock}\s{0,3}[-–—]\s{0,3}${name}:`,
  String.raw`\(?${clock}\)?\s{0,3}[-–—]\s{0,3}${name}:`,
  String.raw`(?!${dayWord})${name}(?:,\s{0,3}${clock}|\s{0,3}\(${clock}\)|\s{0,3}\[${clock}\])\s{0,3}:`,
  String.raw`[-–—_*]{2,20}[^\n]{0,40}\b(?:message|mail)\b[^\n]*`,
  String.raw`begin forwarded message:?`,
  String.raw`(?:[\p{L}]+ )?(?:reminder|message|note|notice|alert|update|news) from [^:\n]{1,40}:`,
  String.raw`from (?:the )?desk of [^:\n]{1,40}:`,
  String.raw`on [^\n]{5,80} wrote:`,
  String.raw`(?:fwd?|fw|forwarded|re)(?: message)?(?: from [^:\n]{1,30})?\s{0,3}:(?:[^\n]*(?=\n))?`,
  String.raw`>{1,9}`,
];
const blank = String.raw`[^\S\n]{0,9}`;
const lineStart = String.raw`(?:^|\n)${blank}`;
const inLinePattern = new RegExp(String.raw`\s(${stamps[0]}${blank})`, "giu");
const stampPattern = new RegExp(String.raw`${lineStart}((?:${stamps.join("|")})${blank})`, "giu");
const headerPattern = new RegExp(
  String.raw`${lineStart}((?:${headerNames})\s{0,3}:[^\n]*(?=\n))`,
  "giu",
);
const onlyHeaderPattern = /^\s{0,9}((?:subject|betreff|objet|re)\s{0,3}:[^.\n]*\.?)/iu;
const senderPattern = new RegExp(
  String.raw`${lineStart}((?!(?i:${dayWord}))\p{Lu}[\p{L}.'’]{0,20}(?:[^\S\n]\p{L}[\p{L}.'’]{0,20}){0,2}:)(?=\s{0,9}(?:${anyCase(
    "please|pls|can|could|will|would|are|is|was|have|did|do|does|how|what|where|when|who|hey|hi|hello|omg|don['’]?t|thanks|i|i['’]m|i['’]ll|we|we['’]re|my|our|you|just|sorry|good|great|lovely|nice|thank|lol|ok|so|btw|stuck|running|landed|yes|yeah|yep|no|nope|happy|sounds|perfect|any|haha|aww|has",
  )})\b)`,
  "gu",
);
const linePrefixPattern = new RegExp(
  String.raw`${lineStart}((?!${dayWord})\p{L}[\p{L}.'’]{0,20}(?:[^\S\n]\p{L}[\p{L}.'’]{0,20}){0,2}:)`,
  "giu",
);
/** "I can drop it off on Wednesday - Priya", after other sentences. */
const dashedNamePattern =
  /[.!?]\s[^]{0,300}[.!?\p{L}\d]\s{1,3}([-–—~]\s?\p{Lu}\p{L}{1,20}\.?(?:[^\S\n]\p{Lu}[\p{L}.]{0,20}){0,2})\s{0,9}$/u;
const timeLinePattern = new RegExp(
  String.raw`${lineStart}(\p{L}[\p{L}.'’]{0,20}(?:[^\S\n]\p{L}[\p{L}.'’]{0,20}){0,2},?[^\S\n]{1,3}${clock}(?:[^\S\n]{0,3}:|(?=[^\S\n]{0,3}\n)))`,
  "giu",
);
const kissPattern = /\s(x{1,5})\s*$/iu;
const greetedName = String.raw`(?:(?!I\b)\p{Lu}[\p{L}.]{0,20}|\d\w\w|${anyCase(greetedPeople)})`;
const greetingPattern = new RegExp(
  String.raw`(?:^|[\n.!:])\s{0,9}((?:${anyCase("dear")} [^.,!?\n:]{1,60}|(?:${anyCase(greetings)})(?:[^\S\n]{1,3}${greetedName}){0,5}|(?:${anyCase(addressed)}))(?:[,!.:\n]|[^\S\n]?[–-]))`,
  "gu",
);
const signaturePattern = new RegExp(
  String.raw`[.!?\n,]\s{0,9}((?:${anyCase("(?:kind|best|warm|many|with|lots of|all the)")}\s{1,3}){0,3}(?:${anyCase(closingWords)})(?:\s{0,3}[,!.\n–-]{1,3}\s{0,9}|\s{0,9}$)(?:(?:\p{Lu}[\p{L}'’-]{0,20}\.?|${anyCase("the|and|from|of|office|team|library|x|xx|xxx")}|&)[^\S\n]{0,3}[,.!\n]?\s{0,9}){0,7})$`,
  "u",
);

/** "…at 5? Sophie", in a message with a greeting or a stamp. */
const bareNamePattern =
  /[.!?\n][^\S\n]{0,9}\n?\s{0,9}(\p{Lu}\p{L}{1,20}\.?(?:[^\S\n](?:&[^\S\n])?\p{Lu}[\p{L}.]{0,20}){0,2})\s{0,9}$/u;

/**
 * Marks what belongs to the letter and not to the request: stamps, headers, greetings and
 * signatures.
 */
export function findFrame(text: string, tokens: Token[]): boolean[] {
  const spans = mayHoldStamps.test(text) ? stampsIn(text) : [];
  const bodyStart = Math.max(0, ...spans.map(({ end }) => end));
  spans.push(...greetingsIn(text, spans), ...signatureOf(text, bodyStart));
  const tailStart = Math.max(0, text.length - maxTailLength);
  spans.push(
    ...matches(text.slice(tailStart), dashedNamePattern).map((span) => moved(span, tailStart)),
  );
  if (spans.length > 0)
    spans.push(...matches(text, bareNamePattern), ...matches(text, kissPattern));
  return tokens.map((token) =>
    spans.some(({ start, end }) => start <= token.start && token.end <= end),
  );
}

const mayHoldStamps = /[:>]|message|mail/i;

function stampsIn(text: string): Span[] {
  const patterns = [stampPattern, inLinePattern, headerPattern, onlyHeaderPattern, senderPattern];
  return [
    ...patterns.flatMap((each) => matches(text, each)),
    ...repeatedSenders(text),
    ...repeatedTimes(text),
  ];
}

/**
 * A name that begins two lines is a sender: "Coach Dee: great game\nCoach Dee: bring the jerseys".
 */
function repeatedSenders(text: string): Span[] {
  const bySender = Map.groupBy(matches(text, linePrefixPattern), ({ start, end }) =>
    text.slice(start, end),
  );
  const prefixes = [...bySender.values()];
  const isChat = prefixes.some((spans) => spans.length > 1);
  // "Omar: are you driving?\nMe: yes why\nOmar: can you get milk"
  const isEachLine = prefixes.flat().length === text.trim().split("\n").length;
  const inLines = prefixes.filter((spans) => isChat && (isEachLine || spans.length > 1)).flat();
  const [first] = matches(text, linePrefixPattern);
  if (!first || first.start > 0 || inLines.length > 0) return inLines;
  // "Omar: landed. Omar: can you move my truck".
  const sender = text.slice(0, first.end);
  const again = [...text.matchAll(/[.!?]\s/g)].filter(({ index }) =>
    text.startsWith(sender, index + 2),
  );
  return again.length > 0
    ? [first, ...again.map(({ index }) => ({ start: index + 2, end: index + 2 + first.end }))]
    : [];
}

/** "Ana 8:31 AM" on two lines of their own, or "Ana 8:31:" before what she says. */
function repeatedTimes(text: string): Span[] {
  const bySender = Map.groupBy(matches(text, timeLinePattern), ({ start, end }) =>
    text.slice(start, end).replace(/[\s,]*\d.*$/s, ""),
  );
  return [...bySender.values()].filter((spans) => spans.length > 1).flat();
}

/** A greeting opens the text, or what follows a stamp. */
function greetingsIn(text: string, stampsFound: Span[]): Span[] {
  const ends = [0, ...stampsFound.map(({ end }) => end)];
  const isOpening = ({ start }: Span) =>
    ends.some((end) => end <= start && text.slice(end, start).trim() === "");
  return matches(text, greetingPattern).filter(isOpening);
}

const maxTailLength = 400;
const maxSignatureLength = 160;

function signatureOf(text: string, bodyStart: number): Span[] {
  const offset = Math.max(bodyStart, text.length - maxSignatureLength);
  const found = matches(text.slice(offset), signaturePattern);
  return found.map((span) => moved(span, offset));
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function matches(text: string, pattern: RegExp): Span[] {
  const found = pattern.global
    ? [...text.matchAll(pattern)]
    : [pattern.exec(text)].filter((match) => match !== null);
  return found.map((match) => {
    const start = match.index + match[0].indexOf(match[1]!);
    return { start, end: start + match[1]!.length };
  });
}

/** Ignores the case of these words only: a name has to start with a capital. */
function anyCase(words: string): string {
  return words.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
