import { itemsInput } from "#app/domain/lists/input.ts";
import { z } from "#app/domain/core/zod.ts";
import { addTaskInput, dateChoice, seenDue } from "../input.ts";

const changeId = z.string().regex(/^[\w-]{8,64}$/);
const taskId = z.string().max(64);

/** The change itself is checked separately, so that a refusal can name its id too. */
export const sentChange = z.object({
  changeId,
  /** The user who made the change. Someone else may be signed in by now. */
  userId: z.string().max(64),
  /** The household in which it was made. */
  householdId: z.string().max(64).optional(),
  madeAt: z.iso.datetime(),
  change: z.unknown(),
});

/** Forms are read without empty values. */
const value = z.string().max(20_000).default("");

const unsaved = z.object({
  action: z
    .string()
    .max(4_096)
    .regex(/^\/[^/\\]/),
  fields: z.array(z.tuple([z.string().max(100), value])).max(200),
});

export const unsavedInput = z.object({
  action: unsaved.shape.action,
  /** JSON. */
  fields: z
    .string()
    .max(100_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "This is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(unsaved.shape.fields),
});

export const offlineChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("add"), text: addTaskInput.shape.text }),
  z.object({ type: z.literal("remind"), unsaved }),
  z.object({ type: z.literal("complete"), taskId, seenDue }),
  z.object({ type: z.literal("reopen"), taskId, isUndo: z.boolean().optional() }),
  z.object({
    type: z.literal("move"),
    taskId,
    date: dateChoice.shape.date,
    time: dateChoice.shape.time,
    seenDue,
  }),
  z.object({
    type: z.literal("item-add"),
    listId: taskId,
    itemId: changeId,
    text: itemsInput.shape.text,
    seenAt: z.iso.datetime().optional().catch(undefined),
  }),
  z.object({ type: z.literal("item-mark"), listId: taskId, itemId: taskId, isTicked: z.boolean() }),
  z.object({ type: z.literal("item-delete"), listId: taskId, itemId: taskId }),
  z.object({ type: z.literal("check-mark"), taskId, itemId: taskId, isTicked: z.boolean() }),
]);

/** A form's field: undefined for pages without JavaScript. */
export const formChangeId = changeId.optional().catch(undefined);

export type SentChange = z.infer<typeof sentChange>;
