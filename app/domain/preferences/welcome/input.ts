import { z } from "#app/domain/core/zod.ts";

/** In the order in which they are asked. */
export const welcomeQuestions = ["you", "children", "sharing", "reminders"] as const;

export type WelcomeQuestion = (typeof welcomeQuestions)[number];

/** Skips all questions if none is named. */
export const skippedQuestion = z.object({ question: z.enum(welcomeQuestions).optional() });
