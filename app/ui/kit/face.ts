/**
 * Draws a person's face before an element's words: their initials on their color (`face.css`).
 * @param face the number of the color; undefined for a name of nobody in the household
 */
export const faceOf = (name: string, face: number | undefined) =>
  face === undefined ? {} : { "data-face": face, "data-initials": initialsOf(name) };

/** Returns "N", or "NB" for somebody with two names. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}\p{Extended_Pictographic}][^\s]*/gu) ?? [];
  const first = words.slice(0, 2).map((word) => [...segments.segment(word)][0]!.segment);
  return first.join("").toLocaleUpperCase("en-US");
}

const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
