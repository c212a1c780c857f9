/**
 * Somebody's words as safe for a message: on one line, without control characters, and without anything that a phone or
 * mail program turns into a link.
 */
export function plainWords(words: string): string {
  const visible = words
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    // Stacked accents would run over the lines above.
    .replaceAll(/(\p{M}{6})\p{M}+/gu, "$1");
  return withoutLinks(visible).replaceAll(/ +/g, " ").trim() || "…";
}

/** The same for emails, shortened. Right-to-left words are isolated, so that they do not reorder the time behind them. */
export function mailWords(words: string, maxCharacters: number = 300): string {
  const plain = shortened(plainWords(words), maxCharacters);
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(plain)
    ? `\u2068${plain}\u2069`
    : plain;
}

const segmenter = new Intl.Segmenter("en");

/** Where each character (grapheme) begins. */
export function startsOfCharacters(words: string): number[] {
  return Array.from(segmenter.segment(words), ({ index }) => index);
}

export function shortened(words: string, maxCharacters: number): string {
  // Counting code units is cheap, and there are at least as many.
  if (words.length <= maxCharacters) return words;
  const starts = startsOfCharacters(words);
  return starts.length <= maxCharacters ? words : cutAt(words.slice(0, starts[maxCharacters - 1]), "…");
}

/** Puts the mark behind the last word rather than behind a space or a comma. */
export function cutAt(beginning: string, mark: string): string {
  let end = beginning.length;
  while (/[\s.,:;]/.test(beginning.charAt(end - 1))) end -= 1;
  return beginning.slice(0, end) + mark;
}

/** Splits "evil.com", "https://" and "1.2.3.4" by a space, but not "3.50", "e.g." and "3:30". */
function withoutLinks(words: string): string {
  return words
    .replaceAll(/(?<=\S)([.\u3002\uff0e\uff61])(?=\p{L}[\p{L}\p{N}\p{M}-])/gu, "$1 ")
    .replaceAll(/[:：](?=\/\/)|(?<=\p{L})[:：](?=\S)/gu, "$& ")
    .replaceAll(/\d+(?:\.\d+){3,}/g, (numbers) => numbers.replaceAll(".", ". "));
}
