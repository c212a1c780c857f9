import { collapseWhitespace, z } from "#app/domain/core/zod.ts";

/** In display order (specification, section 2). */
export const profileRoles = ["mom", "dad", "parent", "caregiver"] as const;

export const maxNameLength = 60;

export const personalName = z
  .string()
  .overwrite(collapseWhitespace)
  .trim()
  .max(maxNameLength, `Use at most ${maxNameLength} characters`)
  .optional();

const role = z.enum(profileRoles, { error: "Please choose who you are" });

export const nameAndRole = z.object({ firstName: personalName, lastName: personalName, role });

/** In the order of `weekStart`: 0 is Sunday. */
export const weekStarts = ["sunday", "monday"] as const;

export const profileInput = z.object({
  ...nameAndRole.shape,
  /** Pages from before an update send none. */
  weekStart: z.enum(weekStarts, { error: "Please choose a day" }).optional(),
  /** An IANA name or a city; the server validates it. */
  timeZone: z
    .string({ error: "Please enter a time zone" })
    .trim()
    .max(64, "That's not a time zone"),
});
