import { z } from "#app/domain/core/zod.ts";
import { credentials, emailAddress, passwordLength } from "../input.ts";

/** One that is known already, however long or short it was allowed to be. */
const ownPassword = z.string({ error: "Please enter your password" }).max(passwordLength.max, "Wrong password");

/** Another password. */
export const passwordChange = z.object({ currentPassword: ownPassword, newPassword: credentials.shape.password });

/** Another e-mail address. */
export const emailChange = z.object({ email: emailAddress("Please enter an email address"), password: ownPassword });

/** The account that a Google account is to lead to as well. */
export const googleLink = z.object({ password: ownPassword });

/** The end of the account. */
export const accountDeletion = z.object({ password: ownPassword });

/** The end of an account without a password: its address is typed instead. */
export const addressDeletion = z.object({ email: emailAddress("Please type your email address") });
