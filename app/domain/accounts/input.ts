import { z } from "#app/domain/core/zod.ts";
import { personalName } from "./profile/input.ts";

export const passwordLength = { min: 6, max: 128 } as const;

/** Accepts ASCII only, before lower-casing: the Kelvin sign (U+212A) would turn into a "k". */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, "This email address is too long")
    .pipe(z.email("This doesn't look like an email address").toLowerCase());

const email = emailAddress("Please enter your email address");

const password = z
  .string({ error: "Please enter your password" })
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`);

/** See the specification, section 5. */
export const credentials = z.object({
  mode: z.enum(["login", "signup"]).default("login"),
  email,
  password,
  /** Filled only at sign-up. */
  firstName: personalName,
  timeZone: z.string().max(64).optional().catch(undefined),
  redirectTo: z.string().max(4096).optional().catch(undefined),
});

export const googleStart = credentials.pick({ timeZone: true, redirectTo: true });

export type AuthMode = z.infer<typeof credentials>["mode"];

export const forgottenPassword = z.object({ email });

export const newPassword = z.object({ password });

/** Specification, section 8: weak_password. */
export const weakPassword = "This password is too common. Please choose another one.";
