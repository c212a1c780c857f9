import { collapseWhitespace, z } from "#app/domain/core/zod.ts";
import { lineLength } from "./limits.ts";

const delegationMethods = ["whatsapp", "sms"] as const;

/** Mila sends nothing for "link": the asker passes it on. */
export const askMethods = ["sms", "whatsapp", "email", "link"] as const;

export type AskMethod = (typeof askMethods)[number];

/**
 * Each field is saved on its own, as it is chosen; an empty `defaultSpouseId` clears the choice.
 */
export const delegationPreferences = z.object({
  defaultSpouseId: z.string().max(64).optional(),
  delegationMethod: z
    .enum(delegationMethods, { error: "Please choose WhatsApp or SMS" })
    .optional(),
});

export const askInput = z.object({
  familyMemberId: z
    .string({ error: "Please choose who to ask" })
    .max(64, "Please choose who to ask"),
  method: z.enum(askMethods, { error: "Please choose how to ask" }),
  shown: z.string().max(64).optional(),
  /** Applies to a repeating task. */
  scope: z.enum(["one", "all"]).default("one"),
});

/** The form has `shown` under another name, because the form for asking is on the same page. */
export const withdrawInput = z.object({ seen: askInput.shape.shown });

/** The specification's delegate-task (section 7); the caller's preferences set the method. */
export const delegateTaskBody = z.object({
  taskId: z.string({ error: "Which task?" }).max(64, "Task not found"),
  familyMemberId: z
    .string({ error: "Please choose who should do it" })
    .max(64, "Family member not found")
    .nullish()
    .transform((id) => id ?? ""),
});

export const answerInput = z.object({
  /** "accept_once" and "decline_once" answer a request for all, but only for this time. */
  answer: z.enum(["accept", "accept_once", "decline", "decline_once", "done"], {
    error: "Please choose one of the buttons",
  }),
  line: z
    .string()
    .overwrite(collapseWhitespace)
    .trim()
    .max(lineLength, `Use at most ${lineLength} characters`)
    .optional(),
});

export type AnswerInput = z.infer<typeof answerInput>;
