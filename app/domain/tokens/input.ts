import { stripControlCharacters, z } from "#app/domain/core/zod.ts";

export const maxTokens = 20;
export const maxTokenName = 60;

/** For how many days a token can be made. */
export const tokenDays = ["30", "90", "365"] as const;

export const newToken = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .overwrite(stripControlCharacters)
    .trim()
    .min(1, "Please enter a name")
    .max(maxTokenName, `Use at most ${maxTokenName} characters`),
  access: z.enum(["read", "write", "ask"], { error: "Please choose what it may do" }),
  days: z.enum(tokenDays, { error: "Please choose when it ends" }),
});

export type NewToken = z.infer<typeof newToken>;
