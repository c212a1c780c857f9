import type { FamilyMemberInput } from "#app/domain/people/family/input.ts";

export const relationLabels: Record<FamilyMemberInput["relation"], string> = {
  spouse: "Spouse",
  partner: "Partner",
  child: "Child",
  parent: "Parent",
  grandparent: "Grandparent",
  sibling: "Sibling",
  other: "Other",
};
