import { toOneLine } from "#app/domain/parsing/title/writing.ts";
import { taskDraft } from "#app/domain/tasks/input.ts";
import { z } from "#app/domain/zod.ts";

const { title, category, description, dueDate, assignee } = taskDraft.shape;

/** Overrides of the writing direction and lone halves of characters, which could make a text look like another. */
const deceptive = /[\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

const task = z.object({
  title: z.string().transform(toOneLine).pipe(title),
  category,
  description: optional(
    z
      .string()
      .transform((text) => text.replaceAll(deceptive, ""))
      .pipe(description.unwrap()),
  ),
  due_date: optional(dueDate),
  assignee: optional(assignee),
});

const answer = task
  .extend({ others: z.array(task).optional() })
  .transform(({ others = [], ...first }) => [first, ...others]);

/** One task of the model's, held to what a person may send; `due_date` is a wall clock of a day that exists. */
export type AnsweredTask = z.infer<typeof task>;

/** Reads the model's answer as if a stranger had sent it; else the names of the fields that were wrong, and nothing of them. */
export function readAnswer(given: unknown): { tasks: AnsweredTask[] } | { wrong: string } {
  const { success, data, error } = answer.safeParse(given);
  if (success) return { tasks: data };
  const places = error.issues.map(({ path }) => path.join(".") || "answer");
  return { wrong: [...new Set(places)].join(", ").slice(0, 200) };
}

/** Models write null or nothing where a form sends nothing or an empty text. */
function optional<Field extends z.ZodType>(field: Field) {
  return z.preprocess((value) => (value === null || value === "" ? undefined : value), field.optional());
}
