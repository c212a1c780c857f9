import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { maxPeople } from "./limits.ts";

/** Whom the names of a file mean. An empty person is nobody of the household. */
export const importChoices = z.object({
  people: z
    .array(
      z.object({
        name: z.string().max(textLength.assignee),
        person: z.string().max(64).default(""),
      }),
    )
    .max(maxPeople)
    .default([]),
  takesChanges: z.literal("on").optional(),
});

export type ImportChoices = z.infer<typeof importChoices>;
