import { tokenize } from "../tokenize/tokenize.ts";
import type { Doer, Doers, FamilyName } from "../types.ts";

const ADULTS = new Set(["spouse", "partner", "sibling", "other"]);
const SPOUSES = new Set(["spouse", "partner"]);
const SPOUSE_WORDS = "husband wife partner spouse hubby".split(" ");

/**
 * Those who can be asked to do things. A child, a parent or a grandparent is whom things are done for. The first of
 * several names is enough where nobody else has it, and "my husband" where there is one spouse or partner.
 */
export function doersOf(family: FamilyName[]): Doers {
  const calls = family.map(({ name }) => tokenize(name).map(({ word }) => word));
  const doers: Doer[] = [];
  for (const [index, { name, relation }] of family.entries()) {
    const words = calls[index]!;
    if (!ADULTS.has(relation) || words.length === 0) continue;
    doers.push({ words, name });
    const isOnly = calls.filter(([first]) => first === words[0]).length === 1;
    if (words.length > 1 && isOnly) doers.push({ words: words.slice(0, 1), name });
  }
  const spouses = family.filter(({ name, relation }) => SPOUSES.has(relation) && name.trim());
  if (spouses.length === 1) {
    for (const word of SPOUSE_WORDS) doers.push({ words: ["my", word], name: spouses[0]!.name });
  }
  return Map.groupBy(doers, ({ words }) => words[0]!);
}
