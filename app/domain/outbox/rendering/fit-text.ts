import type { Message } from "../message.ts";
import { cutAt, plainWords, shortened, startsOfCharacters } from "./plain-words.ts";
import { isGsm7, segmentCount } from "./segments.ts";

/** Mila's own text, or a person's words, which may be shortened. */
export type SentencePart = string | { words: string };

const maxSegments = 2;
const maxCharacters = 306;
const minCharacters = 6;
const maxInTemplate = 200;

const plainerSigns: Record<string, string> = {
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

export function phoneText(sentence: SentencePart[], link: string): Pick<Message, "text" | "templateVariables"> {
  const whole = sentence.map((part) =>
    typeof part === "string" ? part : shortened(plainWords(part.words), maxInTemplate),
  );
  return { text: fitText(sentence, link), templateVariables: [whole.join(""), link] };
}

/**
 * A text of at most two segments (306 GSM-7 or 134 UCS-2 characters): sender, sentence, link. One that is too long loses
 * emoji, then accents (Núria, Nuria), where that makes it fit. Then words are cut, and at last only the words are left of
 * the sentence. The link is never cut: with more than 120 characters it may take a third segment.
 */
export function fitText(sentence: SentencePart[], link: string): string {
  const plain = mapWords(sentence, (words) => shortened(plainer(plainWords(plainer(words))), maxCharacters + 1));
  const withoutPictures = mapWords(plain, (words) =>
    plainWords(words.replaceAll(/\p{Extended_Pictographic}|[\ufe0f\u200d]/gu, "")),
  );
  const candidates = [plain, withoutPictures, mapWords(withoutPictures, withPlainLetters)];
  const whole = candidates.map((parts) => write(parts, link)).find(fits);
  if (whole) return whole;
  const shortest = candidates.find((parts) => isGsm7(write(parts, link))) ?? plain;
  return withShorterWords(shortest, link) ?? withWordsAlone(shortest, link);
}

function withShorterWords(parts: SentencePart[], link: string): string | undefined {
  const cuts = parts.map((part) => (typeof part === "string" ? () => part : cutterOf(part.words)));
  for (let length = maxCharacters; length >= minCharacters; length -= 1) {
    const text = marked((mark) =>
      write(
        cuts.map((cut) => cut(length, mark)),
        link,
      ),
    );
    if (fits(text)) return text;
  }
  return undefined;
}

function cutterOf(words: string): (length: number, mark: string) => string {
  const starts = startsOfCharacters(words);
  return (length, mark) => (starts.length <= length ? words : cutAt(words.slice(0, starts[length - 1]), mark));
}

/** "Mila: Nora: Pick up Em..." */
function withWordsAlone(parts: SentencePart[], link: string): string {
  const words = parts.flatMap((part) => (typeof part === "string" ? [] : [part.words])).join(": ");
  const whole = write([words], link);
  if (fits(whole)) return whole;
  const characters = [...words].slice(0, maxCharacters);
  for (let kept = characters.length - 1; kept > 0; kept -= 1) {
    const text = marked((mark) => write([cutAt(characters.slice(0, kept).join(""), mark)], link));
    if (fits(text)) return text;
  }
  return `Mila: ${link}`;
}

/** Ends in three dots where a "…" would make the whole text UCS-2. */
function marked(writeWith: (mark: string) => string): string {
  const text = writeWith("...");
  return isGsm7(text) ? text : writeWith("…");
}

function write(parts: SentencePart[], link: string): string {
  const sentence = parts.map((part) => (typeof part === "string" ? part : part.words)).join("");
  return `Mila: ${sentence}${link && ` ${link}`}`;
}

/** Without accents that GSM-7 lacks: "Núria" as "Nuria", but "José". */
function withPlainLetters(words: string): string {
  const plainLetter = (letter: string) => plainLetters[letter] ?? letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...words].map((letter) => (isGsm7(letter) ? letter : plainLetter(letter))).join("");
}

function plainer(words: string): string {
  return words.replaceAll(/[‘’‚“”„–—…]/g, (sign) => plainerSigns[sign] ?? sign);
}

function mapWords(parts: SentencePart[], change: (words: string) => string): SentencePart[] {
  return parts.map((part) => (typeof part === "string" ? part : { words: change(part.words) }));
}

function fits(text: string): boolean {
  return text.length <= maxCharacters && segmentCount(text) <= maxSegments;
}
