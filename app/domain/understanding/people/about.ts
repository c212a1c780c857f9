import { wordSet } from "../lexicon/word-set.ts";
import type { FamilyMember, Token } from "../types.ts";
import { namedMembers } from "./named-members.ts";
import { readRelative } from "./person.ts";
import { isStrangersParent } from "./strangers.ts";

/**
 * Finds the family member whom a request is about, first among children, then among elders. "Date
 * night with Sam" is not about Sam.
 * @param who does it
 */
export function aboutOf(
  tokens: Token[],
  family: FamilyMember[],
  who: string | null,
): string | null {
  const relatives = tokens.flatMap((_, at) =>
    isStrangersParent(tokens, at, family) ? [] : (readRelative(tokens, at, family)?.member ?? []),
  );
  const members = [...namedMembers(tokens, family), ...relatives].filter(
    (member) => rankOf(member) === 0 || (member.name !== who && !isCompany(tokens, member)),
  );
  return members.toSorted((one, other) => rankOf(one) - rankOf(other))[0]?.name ?? null;
}

function rankOf({ relation }: FamilyMember): number {
  if (relation === "child") return 0;
  return relation === "parent" || relation === "grandparent" ? 1 : 2;
}

/** Sam is company in "dinner with Sam". */
function isCompany(tokens: Token[], { name, relation }: FamilyMember): boolean {
  if (rankOf({ name, relation }) < 2) return false;
  const first = name.toLowerCase().split(/\s+/)[0];
  const at = tokens.findIndex(({ word }) => word === first);
  return at > 0 && companyWords.has(tokens[at - 1]!.word);
}

const companyWords = wordSet("with by and w &");
