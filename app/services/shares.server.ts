import { env, type Settings } from "#app/config/env.server.ts";
import type { Channel } from "#db/schema.ts";

/** The most that a household can have before adding stops, so that no household slows or fills Mila for the others. */
export const householdShares = {
  openTasks: env.OPEN_TASKS_A_HOUSEHOLD,
  series: env.REPEATING_TASKS_A_HOUSEHOLD,
  people: env.PEOPLE_A_HOUSEHOLD,
  /** Titles and descriptions, also of tasks that are done. */
  wordsBytes: env.MEGABYTES_A_HOUSEHOLD * 1_000_000,
};

/** In 24 hours, what one person gets by each way. Texts have limits of their own. */
export const messageShares: Partial<Record<Channel, number>> = {
  push: env.PUSHES_A_DAY,
  ntfy: env.NTFY_A_DAY,
  telegram: env.TELEGRAM_A_DAY,
  email: env.EMAILS_A_DAY,
};

/** The settings that give a limit its count. */
export type LimitSettings = Pick<
  Settings,
  "ADDS_A_DAY" | "ADDS_A_MINUTE" | "FEED_ANSWERS" | "SIGN_UPS_AN_HOUR"
>;

export const limitSettings: LimitSettings = env;

/** The asker is told of each answer to a request. */
export const answersADay = env.ANSWERS_A_DAY;

/** The most that a calendar feed holds. */
export const maxFeedEvents = env.FEED_EVENTS;
