import type { Message } from "../message.ts";
import { cutAt, plainWords, shortened, startsOfCharacters } from "./plain-words.ts";
import { isGsm7, segmentCount } from "./segments.ts";

/** A part of a sentence: ours as it stands, or somebody's own words, which may be shortened. */
export type SentencePart = string | { words: string };

const mostSegments = 2;
/** More characters than this fit into no text. */
const longest = 306;
/** Words of which less would be left say nothing any more. */
const fewest = 6;
const mostInTemplate = 200;

/** What is typed for looks, and what says the same in the alphabet of which twice as much fits. */
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

/** Letters that are no other letter with a mark. */
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

/** A sentence as a phone gets it: as a text, and as the two variables of WhatsApp's template. */
export function phoneText(sentence: SentencePart[], link: string): Pick<Message, "text" | "templateVariables"> {
  const whole = sentence.map((part) =>
    typeof part === "string" ? part : shortened(plainWords(part.words), mostInTemplate),
  );
  return { text: fitText(sentence, link), templateVariables: [whole.join(""), link] };
}

/**
 * A text of at most two segments (306 GSM-7 or 134 UCS-2 characters): who sends it, the sentence, the
 * link. When it is too long, pictures in somebody's words go first if that makes it fit, and marks on letters (Núria,
 * Nuria) if more than twice as much fits then; then the words are cut and end in "…" (three dots where "…" itself would
 * halve the space), then only the words are left of the sentence. The link never is cut: one of more than 120 characters
 * may take a third segment.
 */
export function fitText(sentence: SentencePart[], link: string): string {
  const plain = mapWords(sentence, (words) => shortened(plainer(plainWords(plainer(words))), longest + 1));
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
  for (let most = longest; most >= fewest; most -= 1) {
    const text = marked((mark) =>
      write(
        cuts.map((cut) => cut(most, mark)),
        link,
      ),
    );
    if (fits(text)) return text;
  }
  return undefined;
}

/** Cuts words to so many characters, which are counted once for all tries. */
function cutterOf(words: string): (most: number, mark: string) => string {
  const starts = startsOfCharacters(words);
  return (most, mark) => (starts.length <= most ? words : cutAt(words.slice(0, starts[most - 1]), mark));
}

/** "Mila: Nora: Pick up Em..." */
function withWordsAlone(parts: SentencePart[], link: string): string {
  const words = parts.flatMap((part) => (typeof part === "string" ? [] : [part.words])).join(": ");
  const whole = write([words], link);
  if (fits(whole)) return whole;
  const characters = [...words].slice(0, longest);
  for (let kept = characters.length - 1; kept > 0; kept -= 1) {
    const text = marked((mark) => write([cutAt(characters.slice(0, kept).join(""), mark)], link));
    if (fits(text)) return text;
  }
  return `Mila: ${link}`;
}

/** Three dots cost three places in the small alphabet, where "…" would make the whole text take the large one. */
function marked(writeWith: (mark: string) => string): string {
  const text = writeWith("...");
  return isGsm7(text) ? text : writeWith("…");
}

function write(parts: SentencePart[], link: string): string {
  const sentence = parts.map((part) => (typeof part === "string" ? part : part.words)).join("");
  return `Mila: ${sentence}${link && ` ${link}`}`;
}

/** Letters that have no place in the small alphabet as those that they were made of: "Núria" as "Nuria", but "José". */
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
  return text.length <= longest && segmentCount(text) <= mostSegments;
}
