import { emailAddress } from "#app/domain/accounts/input.ts";
import { z } from "#app/domain/core/zod.ts";

const inviteeEmail = emailAddress("Please enter an email address");

export const invitationInput = z.object({ inviteeEmail });

const id = z.string({ error: "Which household?" }).max(64, "Household not found");
const token = z.string({ error: "Which invitation?" }).max(200, "This invitation link is invalid");

export const acceptanceInput = z.object({
  token,
  /**
   * The ids of a joining person and of the matching person in the household. The second is missing
   * if there is no match.
   */
  people: z.array(z.object({ same: z.string().max(100) })).default([]),
});

/** Forms have no more. Any others stay two people. */
export const maxSamePeople = 100;

export const keptAcceptanceFields = Array.from(
  { length: maxSamePeople },
  (_, index) => `people[${index}].same`,
);

/** See the specification, section 7. */
export const sendInvitationBody = z.object({ inviteeEmail, householdId: id });
export const acceptInvitationBody = z.object({ token });
