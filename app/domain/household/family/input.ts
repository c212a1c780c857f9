import { emailAddress } from "#app/domain/accounts/input.ts";
import { collapseWhitespace, z } from "#app/domain/core/zod.ts";

/** In the order in which they can be chosen; the two first can be asked to take tasks over (specification, section 5). */
export const relations = ["spouse", "partner", "child", "parent", "grandparent", "sibling", "other"] as const;

const longest = { name: 100, phone: 40 } as const;

/** A family member as it is added and edited. */
export const familyMemberInput = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .overwrite(collapseWhitespace)
    .trim()
    .min(1, "Please enter a name")
    .max(longest.name, `Use at most ${longest.name} characters`),
  relation: z.enum(relations, { error: "Please choose how you're related" }),
  /** As people write it; whether there is such a number is for the server to say. */
  phone: z.string().trim().max(longest.phone, "That's too long for a phone number").optional(),
  email: emailAddress("Please enter an email address").optional(),
});

export type FamilyMemberInput = z.infer<typeof familyMemberInput>;
