import { closingWords, greetedPeople, greetings, headerNames } from "../lexicon/letters.ts";
import type { Span, Token } from "../types.ts";

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?`;
const name = String.raw`[\p{L}+][^:\n,()[\]]{0,30}`;

/** What mail and chat programs write: "[10/6, 9:14 PM] Ana:", "From: …", "----- Forwarded message -----", "Fwd:". */
const stamps = [
  String.raw`\[[^\]\n]*\d[.:]\d\d[^\]\n]*\]\s*${name}:`,
  String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+${clock}\s*[-–—]\s*${name}:`,
  String.raw`\(?${clock}\)?\s*[-–—]\s*${name}:`,
  String.raw`(?!(?:mon|tue|wed|thu|fri|sat|sun|today|tomorrow|tonight)\w*\b)${name}(?:,\s*${clock}|\s*\(${clock}\)|\s*\[${clock}\])\s*:`,
  String.raw`[-–—_*]{2,}[^\n]*\b(?:message|mail)\b[^\n]*`,
  String.raw`begin forwarded message:?`,
  String.raw`on [^\n]{5,80} wrote:`,
  String.raw`(?:fwd?|fw|forwarded|re)(?: message)?(?: from [^:\n]{1,30})?\s*:(?:[^\n]*(?=\n))?`,
  String.raw`>+`,
];
const stampPattern = new RegExp(String.raw`(?:^|\n)[^\S\n]*((?:${stamps.join("|")})[^\S\n]*)`, "giu");
const headerPattern = new RegExp(String.raw`(?:^|\n)[^\S\n]*((?:${headerNames})\s*:[^\n]*(?=\n))`, "giu");
const onlyHeaderPattern = /^\s*((?:subject|betreff|objet|re)\s*:[^.\n]*\.?)/iu;
const senderPattern =
  /(?:^|\n)[^\S\n]*((?:\p{Lu}[\p{L}.'’]*[^\S\n]?){1,3}:)(?=\s*(?:please|pls|can|could|will|would|are|is|was|have|did|do|does|how|what|where|when|who|hey|hi|hello|omg|don['’]?t|thanks|i|i['’]m|i['’]ll|we|we['’]re|my|our|you|just|sorry|good|lol|ok|so|btw)\b)/giu;
const greetingPattern = new RegExp(
  String.raw`(?:^|[\n.!:])\s*((?:dear [^.,!?\n:]{1,60}|(?:${greetings})(?:[^\S\n]+(?:(?!I\b)\p{Lu}[\p{L}.]*|\d\w\w|${greetedPeople})){0,5})[,!.:\n–-])`,
  "giu",
);
const signaturePattern = new RegExp(
  String.raw`[.!?\n,][^\S\n]*\s*((?:(?:kind|best|warm|many|with|lots of|all the)\s+)*(?:${closingWords})(?:\s*[,!.\n–-]+\s*|\s*$)(?:(?:\p{Lu}[\p{L}'’-]*\.?|the|and|from|of|office|team|x+|&)[^\S\n]*[,.!\n]?\s*){0,7})$`,
  "iu",
);

/** Marks what belongs to the letter and not to the request: stamps, headers, greetings and signatures. */
export function findFrame(text: string, tokens: Token[]): boolean[] {
  const spans = [
    ...matches(text, stampPattern),
    ...matches(text, headerPattern),
    ...matches(text, onlyHeaderPattern),
    ...matches(text, senderPattern),
  ];
  const start = Math.max(0, ...spans.map(({ end }) => end));
  spans.push(...greetingsIn(text, spans), ...signatureOf(text, start));
  return tokens.map((token) => spans.some(({ start: from, end }) => from <= token.start && token.end <= end));
}

function greetingsIn(text: string, stampsFound: Span[]): Span[] {
  const isAtStart = ({ start }: Span) =>
    text.slice(0, start).trim() === "" ||
    stampsFound.some(({ end }) => text.slice(end, start).trim() === "" && end <= start);
  return matches(text, greetingPattern).filter(isAtStart);
}

function signatureOf(text: string, from: number): Span[] {
  const last = text.slice(Math.max(from, text.length - 160));
  const offset = text.length - last.length;
  return matches(last, signaturePattern).map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

function matches(text: string, pattern: RegExp): Span[] {
  const found = pattern.global ? [...text.matchAll(pattern)] : [pattern.exec(text)].filter((match) => match !== null);
  return found.map((match) => {
    const start = match.index + match[0].indexOf(match[1]!);
    return { start, end: start + match[1]!.length };
  });
}
