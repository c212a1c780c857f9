/**
 * Makes a user's words safe for a message: one line, no control characters, nothing that becomes a
 * link.
 */
export function plainWords(words: string): string {
  const visible = words
    .replaceAll(/\s+/gu, " ")
    // Unicode has not assigned U+2065 yet, but nobody can see it either.
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2065]/gu, "")
    // Stacked accents would overlap the lines above.
    .replaceAll(/(\p{M}{6})\p{M}+/gu, "$1");
  return withoutLinks(visible).replaceAll(/ +/g, " ").trim() || "…";
}

/** Isolates right-to-left words, which would otherwise reorder the time that follows. */
export function emailWords(words: string, maxCharacters: number = 300): string {
  const plain = truncate(plainWords(words), maxCharacters);
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    plain,
  )
    ? `\u2068${plain}\u2069`
    : plain;
}

const segmenter = new Intl.Segmenter("en");

export function graphemeStarts(words: string): number[] {
  return Array.from(segmenter.segment(words), ({ index }) => index);
}

export function truncate(words: string, maxCharacters: number): string {
  // Code units are cheap to count and never fewer than graphemes.
  if (words.length <= maxCharacters) return words;
  const starts = graphemeStarts(words);
  return starts.length <= maxCharacters
    ? words
    : cutWithMark(words.slice(0, starts[maxCharacters - 1]), "…");
}

export function cutWithMark(beginning: string, mark: string): string {
  let end = beginning.length;
  while (/[\s.,:;]/.test(beginning.charAt(end - 1))) end -= 1;
  return beginning.slice(0, end) + mark;
}

/** Adds a space inside "evil.com", "https://" and "1.2.3.4", but not "3.50", "e.g." or "3:30". */
function withoutLinks(words: string): string {
  return words
    .replaceAll(/(?<=\S)([.\u3002\uff0e\uff61])(?=\p{L}[\p{L}\p{N}\p{M}-])/gu, "$1 ")
    .replaceAll(/[:：](?=\/\/)|(?<=\p{L})[:：](?=\S)/gu, "$& ")
    .replaceAll(/\d+(?:\.\d+){3,}/g, (numbers) => numbers.replaceAll(".", ". "));
}
