import { childNames, kinshipWords, noChildren } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { FamilyMember, Token } from "../types.ts";

/** "Maya's mom" and "oscars mum", but not the mom of somebody in the family. */
export function isStrangersParent(tokens: Token[], at: number, family: FamilyMember[]): boolean {
  if (!parentWords.has(tokens[at]!.word)) return false;
  const owner = ownerBefore(tokens, at);
  return (
    owner !== null && !family.some(({ name }) => name.toLowerCase().startsWith(owner.toLowerCase()))
  );
}

/** Returns the owner's first name as written, or null if it is a relative or no person. */
function ownerBefore(tokens: Token[], at: number): string | null {
  const [name, before] = [tokens[at - 2], tokens[at - 1]];
  if (before?.word === "'s" && name)
    return /^\p{Lu}/u.test(name.text) || mayBeName(name) ? name.text : null;
  const hasty = before?.word.replace(/s$/, "") ?? "";
  return before?.word !== hasty && childNames.has(hasty) ? hasty : null;
}

function mayBeName({ type, word }: Token): boolean {
  const isOther = [noChildren, kinshipWords, otherOwners].some((words) => words.has(word));
  return type === "word" && !isOther;
}

const parentWords = wordSet(`
  mom mum mother dad father mama papa parents grandma grandpa grandmother grandfather`);

/** In lower case these own no stranger's parents: "my wife's mom", "let's", "tonight's". */
const otherOwners = wordSet(`
  husband wife partner spouse hubby fiance boyfriend girlfriend son daughter kid child baby boys
  girls brother sister cousin niece nephew let here where how when one tonight somebody someone
  everybody noon`);
