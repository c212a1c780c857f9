/**
 * Draws a person's face before an element's words: their initials on their color (`face.css`).
 * @param face the number of the color; undefined for a name of nobody in the household
 */
export const faceOf = (name: string, face: number | undefined) =>
  face === undefined ? {} : { "data-face": face, "data-initials": initialsOf(name) };

/** Returns "N", or "NB" for somebody with two names. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}\p{Extended_Pictographic}][^\s]*/gu) ?? [];
  return words.slice(0, 2).map(firstLetter).join("").toLocaleUpperCase("en-US");
}

/** A letter can consist of several characters, as most emoji do. */
function firstLetter(word: string): string {
  if (/^[a-z0-9]\p{ASCII}*$/iu.test(word)) return word[0]!;
  segments ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return [...segments.segment(word)][0]!.segment;
}

/** Created on first use, because that takes longer than the rest of a page's start. */
let segments: Intl.Segmenter | undefined;
