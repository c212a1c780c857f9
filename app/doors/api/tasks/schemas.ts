import { categories, textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { anyone } from "#app/domain/tasks/lists/whose-input.ts";
import { taskOrders } from "#app/domain/tasks/lists/task-page.server.ts";
import { taskDraft } from "#app/domain/tasks/input.ts";
import {
  cursor,
  dateOnly,
  dueDate,
  flag,
  givenInstant,
  id,
  instant,
  limit,
  nextCursor,
  timeZone,
} from "../fields.ts";

export const category = z.enum(categories);

export const task = z
  .strictObject({
    id,
    title: z.string(),
    category,
    description: z.string().nullable(),
    due_date: instant.nullable(),
    due_local: z
      .string()
      .nullable()
      .meta({ description: "The same in `due_time_zone`.", examples: ["2031-01-05T15:00"] }),
    due_time_zone: z.string().nullable(),
    due_has_time: z
      .boolean()
      .meta({ description: "False if only the day was said: the time is then a usual one." }),
    is_completed: z.boolean(),
    done_at: instant.nullable(),
    assignee: z.string().nullable().meta({ description: "The name of who does it." }),
    assignee_id: id.nullable(),
    about: z.string().nullable().meta({ description: "The name of whom it is about." }),
    about_id: id.nullable(),
    delegated_to: id.nullable().meta({ description: "The person who was asked to do it." }),
    delegation_status: z.enum(["none", "pending", "accepted", "declined"]),
    series_id: id.nullable().meta({ description: "The series that it is one date of." }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ description: "Something to do." });

export type TaskBody = z.output<typeof task>;

export const tombstone = z
  .strictObject({ id, deleted_at: instant, updated_at: instant })
  .meta({ description: "A task that was deleted, skipped or missed." });

export const taskPage = z.strictObject({
  tasks: z.array(task),
  deleted: z
    .array(tombstone)
    .meta({ description: "Deleted since `updated_since`; empty without it." }),
  next_cursor: nextCursor,
});

export const tasks = z.strictObject({
  tasks: z.array(task),
  items: z.array(z.string()).meta({ description: "What the text put on a list instead." }),
});

const orders = taskOrders.flatMap((order) => [order, `-${order}`] as const);

const moment = z
  .union([dateOnly, givenInstant])
  .meta({ description: "A day in your time zone, or an instant." });

export const taskQuery = z.strictObject({
  is_completed: flag.optional(),
  category: category.optional(),
  due_before: moment.optional(),
  due_after: moment.optional(),
  who: z
    .string()
    .max(64)
    .optional()
    .meta({ description: `A person's id, or \`${anyone}\` for tasks that nobody has.` }),
  about: z.string().max(64).optional().meta({ description: "The id of whom it is about." }),
  updated_since: givenInstant
    .optional()
    .meta({ description: "At most 30 days ago. What was deleted since is in `deleted`." }),
  sort: z.enum(orders).default("-created_at"),
  limit,
  cursor: cursor.optional(),
});

const { title, description } = taskDraft.shape;

const people = {
  assignee_id: id.nullable().optional().meta({ description: "Who does it; null for anyone." }),
  about_id: id.nullable().optional().meta({ description: "Whom it is about." }),
};

const newTaskText = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(textLength.request)
    .meta({ examples: ["pick up Emma at 3 tomorrow"] }),
});

const newTaskFields = z.strictObject({
  title,
  category: category.default("Household"),
  description: description.nullable(),
  due_date: dueDate.nullable().optional(),
  due_time_zone: timeZone.optional().meta({ description: "Yours, unless it says another." }),
  ...people,
});

export const newTask = z
  .union([newTaskText, newTaskFields])
  .meta({ description: "A text that Mila understands, or the fields of one task." });

export const taskChange = z.strictObject({
  title: title.optional(),
  category: category.optional(),
  description: description.nullable(),
  due_date: dueDate.nullable().optional(),
  due_time_zone: timeZone.optional(),
  ...people,
});

export type NewTaskFields = z.output<typeof newTaskFields>;
export type TaskChange = z.output<typeof taskChange>;
