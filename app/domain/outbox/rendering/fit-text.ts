import type { Message } from "../message.ts";
import { cutWithMark, plainWords, truncate, graphemeStarts } from "./plain-words.ts";
import { isGsm7, segmentCount } from "./segments.ts";

/** Our own text, or a user's words, which may be shortened. */
export type SentencePart = string | { words: string };

/** The words for a page, which has room for all of them. */
export const wholeText = (sentence: readonly SentencePart[]): string =>
  sentence.map((part) => (typeof part === "string" ? part : part.words)).join("");

const maxSegments = 2;
const maxCharacters = 306;
const minCharacters = 6;
const maxTemplateCharacters = 200;

const plainPunctuation: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "‚": ",",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "…": "...",
};

/** Letters that Unicode does not decompose. */
const plainLetters: Record<string, string> = {
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  ı: "i",
  œ: "oe",
  Œ: "OE",
  þ: "th",
  Þ: "Th",
};

export function phoneText(
  sentence: SentencePart[],
  link: string,
): Pick<Message, "text" | "templateVariables"> {
  const whole = sentence.map((part) =>
    typeof part === "string" ? part : truncate(plainWords(part.words), maxTemplateCharacters),
  );
  return { text: fitText(sentence, link), templateVariables: [whole.join(""), link] };
}

/**
 * Fits a text into two segments (306 GSM-7 or 134 UCS-2 characters) by dropping emoji, then
 * accents, then words. The link is never cut, so one over 120 characters may need a third segment.
 */
export function fitText(sentence: SentencePart[], link: string): string {
  const plain = mapWords(sentence, (words) =>
    truncate(withPlainPunctuation(plainWords(withPlainPunctuation(words))), maxCharacters + 1),
  );
  const withoutPictures = mapWords(plain, (words) =>
    plainWords(words.replaceAll(/\p{Extended_Pictographic}|[\ufe0f\u200d]/gu, "")),
  );
  const candidates = [plain, withoutPictures, mapWords(withoutPictures, withPlainLetters)];
  const whole = candidates.map((parts) => compose(parts, link)).find(fits);
  if (whole) return whole;
  const shortest = candidates.find((parts) => isGsm7(compose(parts, link))) ?? plain;
  return withShorterWords(shortest, link) ?? withWordsAlone(shortest, link);
}

function withShorterWords(parts: SentencePart[], link: string): string | undefined {
  const cuts = parts.map((part) => (typeof part === "string" ? () => part : cutterOf(part.words)));
  for (let length = maxCharacters; length >= minCharacters; length -= 1) {
    const text = withEllipsis((mark) =>
      compose(
        cuts.map((cut) => cut(length, mark)),
        link,
      ),
    );
    if (fits(text)) return text;
  }
  return undefined;
}

function cutterOf(words: string): (length: number, mark: string) => string {
  const starts = graphemeStarts(words);
  return (length, mark) =>
    starts.length <= length ? words : cutWithMark(words.slice(0, starts[length - 1]), mark);
}

function withWordsAlone(parts: SentencePart[], link: string): string {
  const words = parts.flatMap((part) => (typeof part === "string" ? [] : [part.words])).join(": ");
  const whole = compose([words], link);
  if (fits(whole)) return whole;
  const characters = [...words].slice(0, maxCharacters);
  for (let kept = characters.length - 1; kept > 0; kept -= 1) {
    const text = withEllipsis((mark) =>
      compose([cutWithMark(characters.slice(0, kept).join(""), mark)], link),
    );
    if (fits(text)) return text;
  }
  return `Mila: ${link}`;
}

/** Avoids "…" where it alone would make the text UCS-2. */
function withEllipsis(composeWith: (mark: string) => string): string {
  const text = composeWith("...");
  return isGsm7(text) ? text : composeWith("…");
}

function compose(parts: SentencePart[], link: string): string {
  const sentence = parts.map((part) => (typeof part === "string" ? part : part.words)).join("");
  return `Mila: ${sentence}${link && ` ${link}`}`;
}

/** Drops only accents that GSM-7 lacks: "Núria" becomes "Nuria", "José" stays. */
function withPlainLetters(words: string): string {
  const plainLetter = (letter: string) =>
    plainLetters[letter] ?? letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...words].map((letter) => (isGsm7(letter) ? letter : plainLetter(letter))).join("");
}

function withPlainPunctuation(words: string): string {
  return words.replaceAll(/[‘’‚“”„–—…]/g, (sign) => plainPunctuation[sign] ?? sign);
}

function mapWords(parts: SentencePart[], change: (words: string) => string): SentencePart[] {
  return parts.map((part) => (typeof part === "string" ? part : { words: change(part.words) }));
}

/** True if the text fits into two segments. */
export function fits(text: string): boolean {
  return text.length <= maxCharacters && segmentCount(text) <= maxSegments;
}
