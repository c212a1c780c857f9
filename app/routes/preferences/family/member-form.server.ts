import type { SubmissionResult } from "@conform-to/react";
import { familyMemberInput } from "#app/domain/household/family/input.ts";
import type { FamilyMemberDetails } from "#app/domain/household/family/family-members.server.ts";
import { readPhoneNumber } from "#app/domain/core/phone.server.ts";
import { readForm } from "#app/web/form.server.ts";

interface FamilyForm {
  facts?: FamilyMemberDetails;
  refuse: (errors?: Record<string, string[]>) => SubmissionResult<string[]>;
}

export async function readFamilyForm(request: Request): Promise<FamilyForm> {
  const submission = await readForm(request, familyMemberInput);
  const refuse: FamilyForm["refuse"] = (fieldErrors) => submission.reply({ fieldErrors });
  if (submission.status !== "success") return { refuse };
  const { name, relation, phone, email = null } = submission.value;
  const read = phone ? readPhoneNumber(phone) : { number: null };
  if ("problem" in read) return { refuse: () => refuse({ phone: [read.problem] }) };
  return { facts: { name, relation, phone: read.number, email }, refuse };
}

export const ownAddressError = { email: ["This is your own address"] };

/** @param name as it was typed */
export function sameNameError(name: string) {
  return { name: [`${name} is already here. Add a letter or the year of birth, such as “${name} 2019”`] };
}
