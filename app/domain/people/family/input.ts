import { emailAddress } from "#app/domain/accounts/input.ts";
import { toggle } from "#app/domain/preferences/input.ts";
import { collapseWhitespace, z } from "#app/domain/core/zod.ts";

export const relations = [
  "spouse",
  "partner",
  "child",
  "parent",
  "grandparent",
  "sibling",
  "other",
] as const;

const maxLengths = { name: 100, phone: 40 } as const;

const name = z
  .string({ error: "Please enter a name" })
  .overwrite(collapseWhitespace)
  .trim()
  .min(1, "Please enter a name")
  .max(maxLengths.name, `Use at most ${maxLengths.name} characters`);

export const familyMemberInput = z.object({
  name,
  relation: z.enum(relations, { error: "Please choose how you're related" }),
  phone: z.string().trim().max(maxLengths.phone, "That's too long for a phone number").optional(),
  email: emailAddress("Please enter an email address").optional(),
  /** Used only when adding a spouse or partner. */
  invite: toggle,
});

export type FamilyMemberInput = z.infer<typeof familyMemberInput>;

/** "Emma, Leo and Max". */
export const childrenInput = z.object({
  names: z
    .string({ error: "Please enter a name" })
    .transform((names) =>
      names.split(/[,;\r\n]|\s(?:and|&)\s/i).filter((each) => each.trim() !== ""),
    )
    .pipe(
      z
        .array(name)
        .min(1, "Please enter a name")
        .max(12, "Please add more than 12 children one by one"),
    ),
});

export const childAnswer = z.object({ answer: z.enum(["yes", "no"]) });
