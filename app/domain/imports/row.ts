import { hash } from "node:crypto";
import { categories, isDate, textLength } from "#app/domain/core/limits.ts";
import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { maxItemName, maxListName } from "#app/domain/lists/limits.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";

const local = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)));

const importedTask = z.object({
  type: z.literal("task"),
  title: z.string().min(1).max(textLength.title),
  description: z.string().max(textLength.description).nullable(),
  /** The household's own words decide if it is null. */
  category: z.enum(categories).nullable(),
  /** A wall clock (YYYY-MM-DDTHH:mm) in the zone. */
  due: z.object({ local, timeZone: z.string().max(60), hasTime: z.boolean() }).nullable(),
  repeats: z.object({ rule: z.string().max(300), from: z.enum(["due", "done"]) }).nullable(),
  /** The name of the person who does it, as the file has it. */
  person: z.string().max(textLength.assignee).nullable(),
  /** The name of the person whom it is about. */
  about: z.string().max(textLength.assignee).nullable(),
  isDone: z.boolean(),
  doneAt: z.iso.datetime().nullable(),
  checklist: z
    .array(z.object({ name: z.string().min(1).max(maxItemName), isTicked: z.boolean() }))
    .max(maxChecklistItems),
});

const importedItem = z.object({
  type: z.literal("item"),
  list: z.string().min(1).max(maxListName),
  name: z.string().min(1).max(maxItemName),
});

export const importedRow = z.discriminatedUnion("type", [importedTask, importedItem]);

type ImportedRow = z.infer<typeof importedRow>;
export type ImportedTask = z.infer<typeof importedTask>;

/** A row that stays out, or that is taken without a part of it. */
export interface Problem {
  line: number;
  title: string;
  why: string;
  isTaken: boolean;
}

/** A row of the file, read. */
export type Read =
  | { type: "row"; line: number; key: string; row: ImportedRow }
  | ({ type: "problem" } & Problem);

/** Thrown for a file that cannot be read at all. Its message is shown to the person. */
export class UnreadableFile extends Error {}

/** A task as a file has it, before it is fitted to Mila's limits. */
export type RawTask = Partial<Omit<ImportedTask, "type" | "title">> & { title: string };

/**
 * Fits a task to Mila's limits: a long title stands in full in the description, and what does not
 * fit there is named as a problem.
 */
export function fitTask(raw: RawTask, line: number): { row: ImportedTask; problems: Problem[] } {
  const whole = collapseWhitespace(raw.title).trim();
  const isLong = whole.length > textLength.title;
  const title = isLong ? `${whole.slice(0, textLength.title - 1)}…` : whole;
  const notes = stripControlCharacters(raw.description ?? "").trim();
  const words = [isLong ? whole : "", notes].filter(Boolean).join("\n\n");
  const checklist = (raw.checklist ?? []).flatMap(({ name, isTicked }) => {
    const short = collapseWhitespace(name).trim().slice(0, maxItemName);
    return short ? [{ name: short, isTicked }] : [];
  });
  const problem = (why: string) => ({ line, title, why, isTaken: true });
  const problems = [
    words.length > textLength.description &&
      problem(
        `Its notes are cut after ${textLength.description.toLocaleString("en-US")} characters.`,
      ),
    checklist.length > maxChecklistItems &&
      problem(`A checklist has ${maxChecklistItems} items at most, so some stay out.`),
  ].filter((each) => each !== false);
  const row = {
    type: "task" as const,
    category: raw.category ?? null,
    due: raw.due ?? null,
    repeats: raw.due ? (raw.repeats ?? null) : null,
    person: nameIn(raw.person),
    about: nameIn(raw.about),
    isDone: raw.isDone ?? false,
    doneAt: raw.doneAt ?? null,
    title,
    description: words.slice(0, textLength.description) || null,
    checklist: checklist.slice(0, maxChecklistItems),
  };
  return { row, problems };
}

function nameIn(text: string | null | undefined): string | null {
  return (
    collapseWhitespace(text ?? "")
      .trim()
      .slice(0, textLength.assignee) || null
  );
}

/** Names a row across files by what tells it from others. */
export function keyOf(...parts: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url");
}
