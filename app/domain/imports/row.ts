import { hash } from "node:crypto";
import { emailAddress } from "#app/domain/accounts/input.ts";
import { categories, isDate, textLength } from "#app/domain/core/limits.ts";
import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { maxItemName, maxListName } from "#app/domain/lists/limits.ts";
import { relations } from "#app/domain/people/family/input.ts";
import { maxMinutes } from "#app/domain/reminders/input.ts";
import { maxBreaks } from "#app/domain/series/input.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";

const local = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)));

const maxBreakName = 60;
const maxReminders = 20;
/** Pages show fewer. */
export const maxPast = 400;
export const turnOrders = ["anyone", "each", "week", "least"] as const;

const date = z.string().refine(isDate);
const personName = z.string().max(textLength.assignee);

/** A series that goes on as it was elsewhere. People are named as the file names them. */
const seriesBefore = z.object({
  startsOn: date,
  occursOn: date,
  excludedOn: z.array(date).max(1_000),
  skippedBreaks: z.array(z.string().max(maxBreakName)).max(maxBreaks),
  pausedUntil: date.nullable(),
  turns: z
    .object({
      order: z.enum(turnOrders),
      people: z.array(personName).max(50),
      first: personName.nullable(),
    })
    .nullable(),
});

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
  /** The name of the person who did it, if the file says so. */
  doneBy: personName.nullable().default(null),
  checklist: z
    .array(z.object({ name: z.string().min(1).max(maxItemName), isTicked: z.boolean() }))
    .max(maxChecklistItems),
  before: seriesBefore.nullable().default(null),
  /** Minutes before it is due, of the person who brings the file. */
  reminders: z
    .array(z.object({ minutesBefore: z.int().min(0).max(maxMinutes), repeats: z.boolean() }))
    .max(maxReminders)
    .default([]),
});

const importedItem = z.object({
  type: z.literal("item"),
  list: z.string().min(1).max(maxListName),
  name: z.string().min(1).max(maxItemName),
  isTicked: z.boolean().default(false),
});

/** A list without items. */
const importedList = z.object({
  type: z.literal("list"),
  list: z.string().min(1).max(maxListName),
});

/** Someone of the family, as the file names them, and with what tells them from namesakes. */
const importedPerson = z.object({
  type: z.literal("person"),
  label: personName.min(1),
  name: personName.min(1),
  relation: z.enum(relations),
  phone: z
    .stringFormat("e164", /^\+\d{4,20}$/)
    .nullable()
    .catch(null),
  email: emailAddress("").nullable().catch(null),
  /** True for the person who made the file. */
  isMe: z.boolean(),
});

const importedBreak = z.object({
  type: z.literal("break"),
  name: z.string().min(1).max(maxBreakName),
  startsOn: date,
  endsOn: date,
});

const importedAway = z.object({
  type: z.literal("away"),
  person: personName.min(1),
  firstOn: date,
  lastOn: date,
});

/** The closed dates of a series, the first one first. */
const importedPast = z.object({
  type: z.literal("past"),
  /** The key of its open task's row. */
  task: z.string().max(100),
  past: z
    .array(
      z.object({
        task: z.string().max(100).nullable(),
        occursOn: date,
        state: z.enum(["done", "skipped", "missed"]),
        closedAt: z.iso.datetime().nullable(),
        missedBefore: z.int().min(0),
        doneBy: personName.nullable(),
        turn: personName.nullable(),
      }),
    )
    .max(maxPast),
});

/** Parts of a task that a later file may change here. */
export const changeableParts = ["title", "notes", "category", "date", "done"] as const;
export type ChangeablePart = (typeof changeableParts)[number];

/** A task that is here already, and is different in the file. */
const importedChange = z.object({
  type: z.literal("change"),
  taskId: z.string(),
  parts: z.array(z.enum(changeableParts)),
  task: importedTask,
  /** The instant at which the task was as this file has it, or as an earlier file had it. */
  since: z.string(),
});

export const importedRow = z.discriminatedUnion("type", [
  importedTask,
  importedItem,
  importedList,
  importedPerson,
  importedBreak,
  importedAway,
  importedPast,
  importedChange,
]);

export type ImportedRow = z.infer<typeof importedRow>;
export type ImportedTask = z.infer<typeof importedTask>;
export type ImportedPast = z.infer<typeof importedPast>;
export type ImportedChange = z.infer<typeof importedChange>;
export type ImportedPerson = z.infer<typeof importedPerson>;

/** A row that stays out, or that is taken without a part of it. */
export interface Problem {
  line: number;
  title: string;
  why: string;
  isTaken: boolean;
}

/** A row of the file, read. */
export type Read =
  | {
      type: "row";
      line: number;
      key: string;
      row: ImportedRow;
      /** The id in the Mila that wrote the file, which may be this one, or a calendar's UID. */
      ownId?: string | undefined;
      /** When Mila wrote the row, for a file that may be changed. Empty if the file doesn't say. */
      writtenAt?: string | undefined;
      /** True if a part of it could not be read, which may be its date. */
      isPartial?: boolean;
    }
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
    ...emptyTask,
    ...raw,
    type: "task" as const,
    repeats: raw.due ? (raw.repeats ?? null) : null,
    person: nameIn(raw.person),
    about: nameIn(raw.about),
    doneBy: nameIn(raw.doneBy),
    title,
    description: words.slice(0, textLength.description) || null,
    checklist: checklist.slice(0, maxChecklistItems),
  };
  return { row, problems };
}

const emptyTask = {
  category: null,
  due: null,
  isDone: false,
  doneAt: null,
  before: null,
  reminders: [],
};

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

/** Names a to-do of a calendar file. */
export const calendarKey = (uid: string): string => keyOf("calendar", uid);

/** Tells equal rows apart: the second one of an upload is the second one of the next. */
export function numberedKey(counts: Map<string, number>, ...parts: readonly string[]): string {
  const said = keyOf(...parts);
  const count = (counts.get(said) ?? 0) + 1;
  counts.set(said, count);
  return keyOf(...parts, count);
}

interface Place {
  line: number;
  key: string;
  ownId?: string | undefined;
  writtenAt?: string | undefined;
  /** Why the task is taken without a part of it. */
  problems?: readonly string[];
}

/** Yields the row of a task, or why a task without a title stays out. */
export function* readRow(
  raw: RawTask,
  { line, key, ownId, writtenAt, problems: others = [] }: Place,
): Generator<Read> {
  const { row, problems } = fitTask(raw, line);
  const problem = (why: string, isTaken: boolean) =>
    ({ type: "problem", line, title: row.title, why, isTaken }) as const;
  if (row.title === "") {
    yield problem("It has no title.", false);
    return;
  }
  yield { type: "row", line, key, row, ownId, writtenAt, isPartial: others.length > 0 };
  for (const each of problems) yield { type: "problem", ...each };
  for (const why of others) yield problem(why, true);
}

/** Reads an instant that names its offset. Returns null for anything else. */
export function instantIn(text: string | null | undefined): string | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
