import { z } from "#app/domain/core/zod.ts";
import { credentials, emailAddress, passwordLength } from "../input.ts";

/** Has no minimum, since earlier rules may have allowed shorter passwords. */
const ownPassword = z
  .string({ error: "Please enter your password" })
  .max(passwordLength.max, "Wrong password");

export const passwordChange = z.object({
  currentPassword: ownPassword,
  newPassword: credentials.shape.password,
});

export const emailChange = z.object({
  email: emailAddress("Please enter an email address"),
  password: ownPassword,
});

export const googleLink = z.object({ password: ownPassword });

export const identityConfirmation = z.object({ password: ownPassword });

/** Said by Mila's owner, when others use it too. */
const leaveNoOwner = z.boolean().default(false);

export const accountDeletion = z.object({ password: ownPassword, leaveNoOwner });

/** For an account without a password. */
export const addressDeletion = z.object({
  email: emailAddress("Please type your email address"),
  leaveNoOwner,
});
