/**
 * Lists of phrases in the notation of the rules of understanding: "is|are off" has either word,
 * "[so] much" may lack one, "(take place|run)" stands for several words, "_" for any word and "…"
 * for any words. "Class*" is any word that begins so, and "don't" is also "dont".
 */

/** Matches a text that holds one of the phrases. */
export const anywhere = (...phrases: string[]): RegExp => patternOf("iu", anyOf(phrases));

/** Matches a text that begins with one of the phrases. */
export const atStart = (...phrases: string[]): RegExp => patternOf("iu", `^${anyOf(phrases)}`);

/** Matches any of the patterns. */
export const patternOf = (flags: string, ...sources: string[]): RegExp =>
  new RegExp(sources.join("|"), flags);

/** The phrases as a part of a larger pattern, which ignores case and has the flag "u". */
export const anyOf = (phrases: readonly string[]): string =>
  `${noLetterBefore}(?:${phrases.map(sourceOf).join("|")})${noLetterAfter}`;

const noLetterBefore = String.raw`(?<![\p{L}\p{N}])`;
const noLetterAfter = String.raw`(?![\p{L}\p{N}])`;

function sourceOf(phrase: string): string {
  const slots = phrase.match(/\[[^\]]*\]|(?:\([^)]*\)|[^\s([])+/g) ?? [];
  const last = slots.findLastIndex((slot) => !slot.startsWith("["));
  const parts = slots.map((slot, at) => {
    if (slot === "…") return `${noLetterAfter}.*?${noLetterBefore}`;
    const words = wordsOf(slot.replace(/^\[|\]$/g, ""));
    if (slot.startsWith("[")) return at < last ? `(?:${words} )?` : `(?: ${words})?`;
    return at < last && slots[at + 1] !== "…" ? `${words} ` : words;
  });
  return parts.join("");
}

const wordsOf = (slot: string): string =>
  `(?:${slot
    .replaceAll(/[.?+$]/g, String.raw`\$&`)
    .replaceAll("(", "(?:")
    .replaceAll("*", String.raw`\p{L}*`)
    .replaceAll("_", String.raw`[\p{L}\p{N}'-]+`)
    .replaceAll("n't", "n'?t")})`;
