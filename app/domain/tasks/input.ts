// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import {
  categories,
  homeViews,
  isDate,
  textLength,
  maxTasksOfText,
} from "#app/domain/core/limits.ts";
import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";

const requestId = z
  .string()
  .regex(/^[\w-]{8,64}$/)
  .optional()
  .catch(undefined);

const requestText = z
  .string({ error: "Tell me what you need" })
  // Browsers send a line break as two characters.
  .overwrite((text) => stripControlCharacters(text.replaceAll("\r\n", "\n")))
  .trim()
  .min(1, { error: "Tell me what you need", abort: true })
  .regex(
    /[\p{L}\p{N}\p{Extended_Pictographic}]/u,
    "I can't find any words there. Tell me what you need.",
  )
  .max(
    textLength.request,
    `That's too long for me. Please use at most ${textLength.request.toLocaleString("en-US")} characters.`,
  );

export const addTaskInput = z.object({
  text: requestText,
  /** Set if somebody wants a task of words that ask or change something. */
  as: z.literal("task").optional().catch(undefined),
  /** Set if the page can ask for a date without leaving the input. */
  asks: z.literal("here").optional().catch(undefined),
  requestId,
});

export type AddTaskInput = z.infer<typeof addTaskInput>;

/** A day in a URL, YYYY-MM-DD. */
export const shownDay = z.string().refine(isDate).nullable().catch(null);

const date = z
  .string({ error: "Please choose a date" })
  .refine(isDate, "Please choose a date that exists");
const time = z
  .string({ error: "Please choose a time" })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please choose a time");

/**
 * The wall clock that a page showed, or empty (see `SeenDue`). Pages from before an update send
 * none.
 */
export const seenDue = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)
  .optional()
  .catch(undefined);

/**
 * A text of which Mila showed what it changes. `askedAt` is when: "tomorrow" is the day after.
 * `person` is the label of the one who gets the task.
 */
export const askedChange = z.object({
  text: requestText,
  taskId: z.string().max(64),
  person: z.string().max(textLength.assignee).optional().catch(undefined),
  seenDue,
  askedAt: z.iso.datetime().optional().catch(undefined),
});

/**
 * The wall clock is in the task's zone. `anyTime` says that only the day was chosen. `then` adds the
 * task to the calendar next, or goes on to the next overdue task. `bringBack` restores a deleted
 * task. `seenDone` says that the page showed it as done.
 */
export const dateChoice = z.object({
  date,
  time,
  seenDue,
  seenDone: z.literal("on").optional().catch(undefined),
  anyTime: z.literal("on").optional().catch(undefined),
  then: z.enum(["calendar", "overdue"]).optional().catch(undefined),
  bringBack: z.literal("on").optional().catch(undefined),
});

/** Changes a date of a repeating task that is not open yet. */
export const laterChange = z
  .object({
    change: z.enum(["done", "skip", "move"]),
    date: date.optional(),
    time: time.optional(),
  })
  .refine(({ change, date: day }) => change !== "move" || day !== undefined, {
    path: ["date"],
    error: "Please choose a date",
  })
  .refine(({ change, time: clock }) => change !== "move" || clock !== undefined, {
    path: ["time"],
    error: "Please choose a time",
  });

const draftFields = {
  title: z
    .string({ error: "Please enter a title" })
    .overwrite(collapseWhitespace)
    .trim()
    .min(1, "Please enter a title")
    .max(textLength.title, `Use at most ${textLength.title} characters`),
  category: z.enum(categories, { error: "Please choose Kids, Household or Elders" }),
  description: z
    .string()
    .overwrite(stripControlCharacters)
    .trim()
    .max(
      textLength.description,
      `Use at most ${textLength.description.toLocaleString("en-US")} characters`,
    )
    .optional(),
  dueDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, "Please choose a date and a time")
    .refine((local) => isDate(local.slice(0, 10)), "Please choose a date that exists")
    .optional(),
  assignee: z
    .string()
    .overwrite(stripControlCharacters)
    .trim()
    .max(textLength.assignee, `Use at most ${textLength.assignee} characters`)
    .optional(),
};

/** The form's choice of nobody. A form from before an update has no such field. */
export const nobody = "nobody";

const aboutId = z.string().max(64).optional();

/** Chooses another reading of an unsure part. */
export const otherReading = z.object({
  dueDate: draftFields.dueDate.catch(undefined),
  category: draftFields.category.optional().catch(undefined),
});

const scope = z.enum(["one", "following", "all"]).default("one").catch("one");

/** `scope` says which occurrences of a series an edit applies to. */
export const taskDraft = z.object({
  ...draftFields,
  version: z.coerce.number().int().positive(),
  /**
   * The assignee as the form showed it, whose name may have changed since. Missing on pages from
   * before an update.
   */
  assigneeBefore: draftFields.assignee.catch(undefined),
  /** Missing if it stays. */
  aboutId,
  /** Items to add: "socks and a tent". */
  checklist: z
    .string()
    .overwrite(stripControlCharacters)
    .max(textLength.request, `Use at most ${textLength.request.toLocaleString("en-US")} characters`)
    .optional(),
  scope,
  /** Assigns the following occurrences to the person in the form, whoever's turn it would be. */
  endsTurns: z.literal("yes").optional().catch(undefined),
});

/**
 * Reads "due FREQ=WEEKLY;BYDAY=TU except School holidays": what the next date counts from, the
 * rule, and a break.
 */
const repeats = z
  .string()
  .regex(/^(due|done) [A-Z0-9;=,+-]{1,200}( except [\p{L}\p{N} ]{1,60})?$/u)
  .transform((text) => {
    const [said = "", except] = text.split(" except ");
    const [from = "", rule = ""] = said.split(" ");
    return {
      rule,
      from: from === "done" ? ("done" as const) : ("due" as const),
      ...(except && { except }),
    };
  })
  .optional()
  .catch(undefined);

/** Reads "each ID,ID": the order of the turns, and the people. */
const turns = z
  .string()
  .regex(/^(anyone|each|week|least) [a-z0-9,-]{0,800}$/)
  .transform((text) => {
    const [order = "", ids = ""] = text.split(" ");
    return {
      order: order as "anyone" | "each" | "week" | "least",
      personIds: ids.split(",").filter(Boolean),
    };
  })
  .optional()
  .catch(undefined);

const ticked = z.literal("on").optional().catch(undefined);

const maxMinutesBefore = 365 * 24 * 60;

/**
 * `undatedTitle` isn't saved. `usualTime` is the draft's time if nobody said one. `minutesBefore` is
 * a requested reminder. A draft that was `offered` is saved if it is still `wanted`. `ask` leads to
 * the page that delegates the task.
 */
export const confirmInput = z.object({
  drafts: z
    .array(
      z.object({
        ...draftFields,
        aboutId,
        undatedTitle: z.string().optional(),
        usualTime: time.optional().catch(undefined),
        minutesBefore: z.coerce
          .number()
          .int()
          .min(0)
          .max(maxMinutesBefore)
          .optional()
          .catch(undefined),
        repeats,
        turns,
        offered: ticked,
        wanted: ticked,
      }),
    )
    .min(1)
    .max(maxTasksOfText)
    .refine((drafts) => drafts.some(isWanted), {
      path: [0, "wanted"],
      error: "Please tick at least one",
    }),
  requestId,
  ask: z.literal("yes").optional().catch(undefined),
});

export const isWanted = (draft: { offered?: "on" | undefined; wanted?: "on" | undefined }) =>
  !draft.offered || draft.wanted === "on";

const typed = z.string().default("");

/** An unvalidated draft. `undatedTitle` is empty once the user has changed the parsed date. */
const typedDraft = z.object({
  title: typed,
  category: typed,
  description: typed,
  dueDate: typed,
  assignee: typed,
  aboutId: typed,
  undatedTitle: typed,
  usualTime: typed,
  minutesBefore: typed,
  repeats: typed,
  turns: typed,
  wanted: typed,
});

/** `clearDateOf` is the index of the draft whose date to clear. */
export const clearDateInput = z.object({
  clearDateOf: z.coerce.number().int(),
  drafts: z.array(typedDraft).min(1).max(maxTasksOfText),
});

/** The drafts as they were sent. */
export const keptDrafts = clearDateInput.pick({ drafts: true });

export const keptDraftFields = Array.from({ length: maxTasksOfText }, (_, index) =>
  Object.keys(typedDraft.shape).map((name) => `drafts[${index}].${name}`),
).flat();

/**
 * `choose` names a draft by its index, a field of it, and another reading: "0 dueDate
 * 2031-01-05T20:00".
 */
export const chooseInput = z.object({
  choose: z
    .string()
    .regex(/^\d{1,2} (dueDate|category) \S{1,20}$/)
    .transform((text) => {
      const [index = "", field = "", value = ""] = text.split(" ");
      return { index: Number(index), field, value };
    }),
  drafts: clearDateInput.shape.drafts,
});

export const overdueChoice = z.object({
  taskId: z.string().max(64),
  seenDue,
  choice: z.enum(["skip", "extend", "done"]),
});

/** A form has 200 fields at most, and two digits for the number of each task. */
export const maxSelected = 100;

/**
 * The fields are named tasks[0].seen, tasks[1].seen …; browsers send only the ticked ones. `seen` is
 * the task's id and the wall clock that the page showed, or nothing after the space.
 */
export const selectedChange = z
  .object({
    tasks: z
      .array(z.object({ seen: z.string().regex(/^[\w-]{1,64} ([\d:T-]{16})?$/) }).optional())
      .max(maxSelected)
      .default([])
      .transform((tasks) =>
        tasks.flatMap((task) => {
          const [id, due = ""] = task?.seen.split(" ") ?? [];
          return id ? [{ id, seenDue: due }] : [];
        }),
      ),
    choice: z.enum(["done", "tomorrow", "weekend", "date", "who", "list", "delete"]),
    date: z.string().refine(isDate, "Please choose a date that exists").optional(),
    personId: z.string().max(64).optional(),
    listId: z.string().max(64).optional(),
  })
  .refine(({ tasks }) => tasks.length > 0, {
    path: ["tasks"],
    error: "Please tick at least one task",
  })
  .refine(({ choice, date: day }) => choice !== "date" || day !== undefined, {
    path: ["date"],
    error: "Please choose a date",
  });

/** Where a page of deleted tasks begins: an instant and a task's id. */
export const deletedPlace = z
  .string()
  .regex(/^[\d:.TZ-]{20,30}~[\w-]{1,64}$/)
  .nullable()
  .catch(null);

/** Changes between these instants are undone. */
export const undoneChanges = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});

/**
 * `personId` is empty if anyone can do it, and `aboutId` if it is about nobody. What is missing
 * stays.
 */
export const whoChoice = z.object({
  personId: z.string().max(64).optional(),
  aboutId,
});

/**
 * The person who had a task before it was given to another, and its version since. `about` is set
 * instead if another person was said to be whom it is about: their id, or empty for nobody.
 */
export const givenTask = z.object({
  assignee: z.string().max(textLength.assignee).nullable().default(null),
  hadTurn: z.literal("on").optional(),
  requestId: z.string().max(64).nullable().default(null),
  version: z.coerce.number().int(),
  about: z.string().max(64).optional(),
});

export const homeViewChoice = z.object({ view: z.enum(homeViews) });

export const familyFilter = z.enum(["all", "week", "kids", "household", "elders"]).catch("all");

export type FamilyFilter = z.infer<typeof familyFilter>;
export type SelectedChange = z.infer<typeof selectedChange>;
export type DateChoice = z.infer<typeof dateChoice>;
export type ConfirmInput = z.infer<typeof confirmInput>;
export type ClearDateInput = z.infer<typeof clearDateInput>;
export type ChooseInput = z.infer<typeof chooseInput>;
export type TypedDraft = z.infer<typeof typedDraft>;
export type EditScope = z.infer<typeof scope>;
export type TaskDraft = Omit<z.infer<typeof taskDraft>, "scope"> & { scope?: EditScope };
