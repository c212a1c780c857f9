/**
 * Somebody's own words as they may stand in a message: on one line, without
 * characters that steer how others are read, and without anything that a phone or a mail program makes a link of.
 */
export function plainWords(words: string): string {
  const visible = words
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    // Letters with marks piled on them would run over the lines above.
    .replaceAll(/(\p{M}{6})\p{M}+/gu, "$1");
  return withoutLinks(visible).replaceAll(/ +/g, " ").trim() || "…";
}

/**
 * The same for e-mails, where words from right to left stand by themselves among ours (Unicode's isolates), so that
 * they do not take the time of day behind them along; shortened to so many characters.
 */
export function mailWords(words: string, most: number = 300): string {
  const plain = shortened(plainWords(words), most);
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(plain)
    ? `\u2068${plain}\u2069`
    : plain;
}

const segmenter = new Intl.Segmenter("en");

/** Where each of the characters that people count begins. */
export function startsOfCharacters(words: string): number[] {
  return Array.from(segmenter.segment(words), ({ index }) => index);
}

/** The words themselves, or their beginning when they have more characters than these. */
export function shortened(words: string, most: number): string {
  // No text has more characters than it has code units, and counting those costs nothing.
  if (words.length <= most) return words;
  const starts = startsOfCharacters(words);
  return starts.length <= most ? words : cutAt(words.slice(0, starts[most - 1]), "…");
}

/** The mark of what was left out, behind the last word rather than behind a space or a comma. */
export function cutAt(beginning: string, mark: string): string {
  let end = beginning.length;
  while (/[\s.,:;]/.test(beginning.charAt(end - 1))) end -= 1;
  return beginning.slice(0, end) + mark;
}

/** A space in "evil.com", "https://" and "1.2.3.4"; none in "3.50", "e.g." and "3:30". */
function withoutLinks(words: string): string {
  return words
    .replaceAll(/(?<=\S)([.\u3002\uff0e\uff61])(?=\p{L}[\p{L}\p{N}\p{M}-])/gu, "$1 ")
    .replaceAll(/[:：](?=\/\/)|(?<=\p{L})[:：](?=\S)/gu, "$& ")
    .replaceAll(/\d+(?:\.\d+){3,}/g, (numbers) => numbers.replaceAll(".", ". "));
}
