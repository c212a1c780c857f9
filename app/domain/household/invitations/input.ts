import { emailAddress } from "#app/domain/accounts/input.ts";
import { z } from "#app/domain/core/zod.ts";

const inviteeEmail = emailAddress("Please enter an email address");

export const invitationInput = z.object({ inviteeEmail });

const id = z.string().max(64);
const token = z.string().max(200);

export const acceptanceInput = z.object({ token });

/** Specification, section 7. */
export const sendInvitationBody = z.object({ inviteeEmail, householdId: id });
export const acceptInvitationBody = z.object({ token });
