import type { SubmissionResult } from "@conform-to/react";
import { tellApart } from "#app/ui/family/copy.ts";
import { familyMemberInput } from "#app/domain/people/family/input.ts";
import {
  canBeAsked,
  type FamilyMemberDetails,
} from "#app/domain/people/family/family-members.server.ts";
import { readPhoneNumber } from "#app/domain/core/phone.server.ts";
import { readForm } from "#app/server/form.server.ts";

interface FamilyForm {
  facts?: FamilyMemberDetails;
  invite: boolean;
  refuse: (errors?: Record<string, string[]>) => SubmissionResult<string[]>;
}

export async function readFamilyForm(request: Request): Promise<FamilyForm> {
  const submission = await readForm(request, familyMemberInput);
  const refuse: FamilyForm["refuse"] = (fieldErrors) => submission.reply({ fieldErrors });
  if (submission.status !== "success") return { refuse, invite: false };
  const { name, relation, phone, email = null, invite } = submission.value;
  const read = phone ? readPhoneNumber(phone) : { number: null };
  if ("problem" in read) return { refuse: () => refuse({ phone: [read.problem] }), invite };
  return {
    facts: { name, relation, phone: read.number, email },
    refuse,
    invite: invite && canBeInvited(relation, email),
  };
}

/** True for a spouse or partner with an email address. */
function canBeInvited(relation: FamilyMemberDetails["relation"], email: string | null): boolean {
  return email !== null && canBeAsked(relation);
}

export const ownAddressError = { email: ["This is your own address"] };

export const alreadyHereError = { email: ["Someone in your family has this address already"] };

/** @param name the name as it was typed */
export function sameNameError(name: string) {
  return { name: [`${name} is already here. ${tellApart(name)}`] };
}
