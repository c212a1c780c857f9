import { z } from "#app/domain/core/zod.ts";
import { credentials, emailAddress, passwordLength } from "../input.ts";

/** Has no minimum, since earlier rules may have allowed shorter passwords. */
const ownPassword = z
  .string({ error: "Please enter your password" })
  .max(passwordLength.max, "Wrong password");

export const passwordChange = z.object({
  currentPassword: ownPassword,
  newPassword: credentials.shape.password,
  keepsTokens: z.literal("on").optional().catch(undefined),
});

export const emailChange = z.object({
  email: emailAddress("Please enter an email address"),
  password: ownPassword,
});

export const googleLink = z.object({ password: ownPassword });

export const identityConfirmation = z.object({ password: ownPassword });

/** True if Mila's owner agrees to leave the other users without an owner. */
const leaveNoOwner = z.boolean().default(false);

export const accountDeletion = z.object({ password: ownPassword, leaveNoOwner });

/** Deletes an account that has no password. */
export const addressDeletion = z.object({
  email: emailAddress("Please type your email address"),
  leaveNoOwner,
});
