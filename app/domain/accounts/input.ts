import { z } from "#app/domain/core/zod.ts";

export const passwordLength = { min: 6, max: 128 } as const;

/** An address, trimmed and in lower case. */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .max(254, "This email address is too long")
    .pipe(z.email("This doesn't look like an email address"));

const email = emailAddress("Please enter your email address");

const password = z
  .string({ error: "Please enter your password" })
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`);

/** What the sign-in page sends (specification, section 5). */
export const credentials = z.object({
  mode: z.enum(["login", "signup"]).default("login"),
  email,
  password,
  timeZone: z.string().max(64).optional().catch(undefined),
  redirectTo: z.string().max(4096).optional().catch(undefined),
});

/** What the button for Google sends. */
export const googleStart = credentials.pick({ timeZone: true, redirectTo: true });

export type AuthMode = z.infer<typeof credentials>["mode"];

/** What is asked of somebody who has forgotten their password. */
export const forgottenPassword = z.object({ email });

/** And with the link that they were sent. */
export const newPassword = z.object({ password });

/** The specification's weak_password (section 8). */
export const weakPassword = "This password is too common. Please choose another one.";
