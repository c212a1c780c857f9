import { letters } from "#app/domain/delegation/by-text/reply-words.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";

/**
 * Returns the tasks that someone means by these words. A whole title counts for more than a part of
 * it, and "Nora's recital" may be called "Recital", but not "Ben's recital".
 * @param names the first names of the family, in lower case
 */
export function matchWords<Named extends { title: string }>(
  tasks: readonly Named[],
  words: string,
  names: ReadonlySet<string>,
): Named[] {
  const whole = tasks.filter(({ title }) => letters(title) === letters(words));
  if (whole.length > 0) return whole;
  const said = wordsOf(words);
  const plain = said.filter((word) => !names.has(word) && !vagueWords.has(word));
  const needed = plain.length > 0 ? plain : said;
  if (needed.length === 0) return [];
  const namesSaid = said.some((word) => names.has(word));
  const ranked = tasks.flatMap((task) => {
    const title = wordsOf(task.title);
    const has = (word: string) => title.some((one) => isAlike(word, one));
    if (!needed.every(has)) return [];
    const isAnothers = namesSaid && title.some((one) => names.has(one) && !said.includes(one));
    return isAnothers ? [] : [{ task, rank: said.filter(has).length }];
  });
  const best = Math.max(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === best).map(({ task }) => task);
}

/** True if the text has this first name. */
export const isNamedIn = (text: string, name: string): boolean =>
  wordsOf(text).includes(letters(name.split(" ")[0] ?? ""));

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}'’]+/u)
    .map((word) => letters(word.replace(/['’]s$/, "")))
    .filter((word) => word !== "" && !smallWords.has(word));
}

/** "Bins" are the bin, and "swim" may be called "Swimming". */
function isAlike(one: string, other: string): boolean {
  const [short = "", long = ""] = [stemOf(one), stemOf(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return short === long || (short.length >= lettersToTell && long.startsWith(short));
}

const lettersToTell = 4;
const stemOf = (word: string) => word.replace(/(?<=\p{L}{2})s$/u, "");

const smallWords = wordSet(`
  the a an my our your his her their its to of for at on in with and from out up off down away back
  over`);

/** A family leaves these words out, or says another one. */
const vagueWords = wordSet(`
  appointment appointments lesson lessons class practice training game session meeting visit thing
  task reminder event number address code phone paid done finished ready sent booked`);
