import { z } from "zod";

/** The form of a tick on a child's page. */
export const childTickInput = z.object({
  taskId: z.string().max(100),
  /** The wall clock that the page showed. */
  seen: z.string().max(20).default(""),
});

const maxStars = 10;
const maxGoal = 1_000;

const count = (most: number, words: string) =>
  z.coerce.number({ error: words }).int(words).min(1, words).max(most, words);

/** The form by which a parent gives stars for something that is no task. */
export const starsInput = z.object({
  stars: count(maxStars, "Please give 1 to 10 stars"),
  reason: z
    .string({ error: "Please say what for" })
    .trim()
    .min(1)
    .max(100, "Please use fewer words"),
  /** Chosen by the page, so that a form that is sent twice gives once. */
  requestId: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .catch(undefined),
});

export const goalInput = z.object({
  goalStars: count(maxGoal, "Please choose 1 to 1,000 stars"),
  words: z
    .string({ error: "Please say what it is" })
    .trim()
    .min(1)
    .max(100, "Please use fewer words"),
});

export const starsSwitch = z.object({ isOn: z.enum(["yes", "no"]) });
