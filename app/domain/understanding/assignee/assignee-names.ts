import { wordsOf } from "../people/named-members.ts";
import type { AssigneeName, AssigneeNames, FamilyMember } from "../types.ts";

const assignableRelations = new Set(["spouse", "partner", "sibling", "other"]);
const spouseRelations = new Set(["spouse", "partner"]);
const spouseWords = ["husband", "wife", "partner", "spouse", "hubby"];

/**
 * A first name counts if nobody else in the family has it, "my husband" if there is one spouse or
 * partner. Omits children, parents and grandparents.
 */
export const assigneeNamesOf = (family: FamilyMember[]): AssigneeNames =>
  namesOf(family, isAssignable);

/**
 * Adds children and elders who have an account, and so do tasks that they are told to do. Until
 * then somebody has to tell them.
 */
export const doerNamesOf = (family: FamilyMember[]): AssigneeNames =>
  namesOf(family, (member) => isAssignable(member) || member.hasAccount === true);

const isAssignable = ({ relation }: FamilyMember) => assignableRelations.has(relation);

function namesOf(
  family: FamilyMember[],
  isMeant: (member: FamilyMember) => boolean,
): AssigneeNames {
  const fullNames = family.map(wordsOf);
  const names: AssigneeName[] = [];
  for (const [index, member] of family.entries()) {
    const [words, name] = [fullNames[index]!, member.name];
    if (!isMeant(member) || words.length === 0) continue;
    const isCaredFor = !isAssignable(member);
    names.push({ words, name, isCaredFor });
    const isUnique = fullNames.filter(([first]) => first === words[0]).length === 1;
    if (words.length > 1 && isUnique) names.push({ words: words.slice(0, 1), name, isCaredFor });
  }
  const spouses = family.filter(
    ({ name, relation }) => spouseRelations.has(relation) && name.trim(),
  );
  if (spouses.length === 1) {
    for (const word of spouseWords)
      names.push({ words: ["my", word], name: spouses[0]!.name, isCaredFor: false });
  }
  const longestFirst = names.toSorted((one, other) => other.words.length - one.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0]!);
}
