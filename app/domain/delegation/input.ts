import { collapseWhitespace, z } from "#app/domain/core/zod.ts";
import { lineLength } from "./limits.ts";

const delegationMethods = ["whatsapp", "sms"] as const;

/** How somebody can be asked; with a link nothing is sent, the asker passes it on. */
export const askMethods = ["sms", "whatsapp", "email", "link"] as const;

export type AskMethod = (typeof askMethods)[number];

/** Whom tasks go to by default, and how; each is saved by itself, as it is chosen. Nobody: an empty field. */
export const delegationPreferences = z.object({
  defaultSpouseId: z.string().max(64).optional(),
  delegationMethod: z.enum(delegationMethods, { error: "Please choose WhatsApp or SMS" }).optional(),
});

/** Whom to ask to take a task over, and how. */
export const askInput = z.object({
  familyMemberId: z.string({ error: "Please choose who to ask" }).max(64, "Please choose who to ask"),
  method: z.enum(askMethods, { error: "Please choose how to ask" }),
  /** What stood when the page was made (`shownAs`). */
  shown: z.string().max(64).optional(),
});

/** The specification's delegate-task (section 7); how, is for the caller's preferences to say. */
export const delegateTaskBody = z.object({
  taskId: z.string({ error: "Which task?" }).max(64, "Task not found"),
  familyMemberId: z.string({ error: "Please choose who should do it" }).max(64, "Family member not found"),
});

/** What the person who was asked says. */
export const answerInput = z.object({
  answer: z.enum(["accept", "decline", "done"], { error: "Please choose one of the buttons" }),
  line: z
    .string()
    .overwrite(collapseWhitespace)
    .trim()
    .max(lineLength, `Use at most ${lineLength} characters`)
    .optional(),
});

export type AnswerInput = z.infer<typeof answerInput>;
