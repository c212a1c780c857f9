import { tokenize } from "../tokenize/tokenize.ts";
import type { AssigneeName, AssigneeNames, FamilyMember } from "../types.ts";

const adultRelations = new Set(["spouse", "partner", "sibling", "other"]);
const spouseRelations = new Set(["spouse", "partner"]);
const spouseWords = "husband wife partner spouse hubby".split(" ");

/**
 * Those who can be asked to do things. A child, a parent or a grandparent is whom things are done for. The first of
 * several names is enough where nobody else has it, and "my husband" where there is one spouse or partner.
 */
export function assigneeNamesOf(family: FamilyMember[]): AssigneeNames {
  const calls = family.map(({ name }) => tokenize(name).map(({ word }) => word));
  const doers: AssigneeName[] = [];
  for (const [index, { name, relation }] of family.entries()) {
    const words = calls[index]!;
    if (!adultRelations.has(relation) || words.length === 0) continue;
    doers.push({ words, name });
    const isOnly = calls.filter(([first]) => first === words[0]).length === 1;
    if (words.length > 1 && isOnly) doers.push({ words: words.slice(0, 1), name });
  }
  const spouses = family.filter(({ name, relation }) => spouseRelations.has(relation) && name.trim());
  if (spouses.length === 1) {
    for (const word of spouseWords) doers.push({ words: ["my", word], name: spouses[0]!.name });
  }
  return Map.groupBy(doers, ({ words }) => words[0]!);
}
