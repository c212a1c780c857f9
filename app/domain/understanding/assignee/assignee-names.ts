import { tokenize } from "../tokenize/tokenize.ts";
import type { AssigneeName, AssigneeNames, FamilyMember } from "../types.ts";

const assignableRelations = new Set(["spouse", "partner", "sibling", "other"]);
const spouseRelations = new Set(["spouse", "partner"]);
const spouseWords = ["husband", "wife", "partner", "spouse", "hubby"];

/**
 * A first name counts if nobody else in the family has it, "my husband" if there is one spouse or partner.
 * Children, parents and grandparents can't be assigned tasks.
 */
export function assigneeNamesOf(family: FamilyMember[]): AssigneeNames {
  const fullNames = family.map(({ name }) => tokenize(name).map(({ word }) => word));
  const names: AssigneeName[] = [];
  for (const [index, { name, relation }] of family.entries()) {
    const words = fullNames[index]!;
    if (!assignableRelations.has(relation) || words.length === 0) continue;
    names.push({ words, name });
    const isUnique = fullNames.filter(([first]) => first === words[0]).length === 1;
    if (words.length > 1 && isUnique) names.push({ words: words.slice(0, 1), name });
  }
  const spouses = family.filter(
    ({ name, relation }) => spouseRelations.has(relation) && name.trim(),
  );
  if (spouses.length === 1) {
    for (const word of spouseWords) names.push({ words: ["my", word], name: spouses[0]!.name });
  }
  const longestFirst = names.toSorted((one, other) => other.words.length - one.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0]!);
}
