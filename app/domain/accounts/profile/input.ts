import { collapseWhitespace, z } from "#app/domain/core/zod.ts";

/** In the order in which they can be chosen (specification, section 2). */
export const profileRoles = ["mom", "dad", "parent", "caregiver"] as const;

export const longestName = 60;

const name = z
  .string()
  .overwrite(collapseWhitespace)
  .trim()
  .max(longestName, `Use at most ${longestName} characters`)
  .optional();

/** The profile page. */
export const profileInput = z.object({
  firstName: name,
  lastName: name,
  role: z.enum(profileRoles, { error: "Please choose who you are" }),
  /** A time zone's name, or its city's; which there are is for the server to say. */
  timeZone: z.string({ error: "Please enter a time zone" }).trim().max(64, "That's not a time zone"),
});
