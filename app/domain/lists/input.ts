import { textLength } from "#app/domain/core/limits.ts";
import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { maxItemName, maxListName } from "./limits.ts";

export const listInput = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .overwrite(collapseWhitespace)
    .trim()
    .min(1, "Please enter a name")
    .max(maxListName, `Use at most ${maxListName} characters`),
});

export const itemInput = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .overwrite(collapseWhitespace)
    .overwrite(stripControlCharacters)
    .trim()
    .min(1, "Please enter a name")
    .max(maxItemName, `Use at most ${maxItemName} characters`),
});

/** Chosen by a page or a phone, so that what is sent twice is added once. */
const chosenId = z.string().regex(/^[\w-]{8,64}$/);

export const itemsInput = z.object({
  text: z
    .string({ error: "Please enter what you need" })
    .overwrite(stripControlCharacters)
    .trim()
    .min(1, "Please enter what you need")
    .max(
      textLength.request,
      `Use at most ${textLength.request.toLocaleString("en-US")} characters`,
    ),
  requestId: chosenId.optional().catch(undefined),
});

export const pressId = z.object({ requestId: chosenId });

export const listChoice = z.object({ list: z.string().min(1).max(64) });

export const suggestionInput = z.object({ name: z.string().min(1).max(maxItemName) });
