import { categories, isDate, textLength } from "#app/domain/core/limits.ts";
import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { toOneLine } from "#app/domain/understanding/title/writing.ts";

/** Direction overrides and lone surrogates, which can make one text look like another. */
const deceptiveCharacters = /[\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

const task = z.object({
  title: z
    .string()
    .transform(toOneLine)
    .pipe(z.string().overwrite(collapseWhitespace).trim().min(1).max(textLength.title)),
  category: z.enum(categories),
  description: optional(
    z
      .string()
      .transform((text) => text.replaceAll(deceptiveCharacters, ""))
      .pipe(z.string().overwrite(stripControlCharacters).trim().max(textLength.description)),
  ),
  due_date: optional(
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
      .refine((local) => isDate(local.slice(0, 10))),
  ),
  assignee: optional(z.string().overwrite(stripControlCharacters).trim().max(textLength.assignee)),
});

const answer = task
  .extend({ others: z.array(task).optional() })
  .transform(({ others = [], ...first }) => [first, ...others]);

export type AnsweredTask = z.infer<typeof task>;

/**
 * Validates a model's answer like untrusted input. `wrong` names the invalid fields, without their
 * values.
 */
export function readAnswer(given: unknown): { tasks: AnsweredTask[] } | { wrong: string } {
  const { success, data, error } = answer.safeParse(given);
  if (success) return { tasks: data };
  const fields = error.issues.map(({ path }) => path.join(".") || "answer");
  return { wrong: [...new Set(fields)].join(", ").slice(0, 200) };
}

/** Models write null or "" for a missing field. */
function optional<Field extends z.ZodType>(field: Field) {
  return z.preprocess(
    (value) => (value === null || value === "" ? undefined : value),
    field.optional(),
  );
}
