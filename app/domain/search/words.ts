/** Words that are shorter are found as they are written only. */
const shortestWithSlip = 4;
const longestWithSlip = 20;

/** Returns the words of a text, with letter case and accents folded: "Café, 20.04" → cafe 20 04. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the word without each of its letters. Two words differ by at most one slip (a letter that
 * is missing, added, wrong or swapped with the next) only if they share such a form, or one is a
 * form of the other.
 */
export function slipsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < shortestWithSlip || letters.length > longestWithSlip) return [];
  return [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join("")))];
}

/** True if the words are the same but for at most one slip. */
export function isAlmost(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = [[...one], [...other]].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (letters: string[], from: number) => letters.slice(from).join("");
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  const isWrong = rest(short, at + 1) === rest(long, at + 1);
  const isSwapped =
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    rest(short, at + 2) === rest(long, at + 2);
  return isWrong || isSwapped;
}
