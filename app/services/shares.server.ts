import { env } from "#app/config/env.server.ts";
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

/** Limits on adding tasks for each account, across every way to add. */
export const addingShares = { aMinute: env.ADDS_A_MINUTE, aDay: env.ADDS_A_DAY };

/** Each may cause an email to anyone, and a stranger can come from any number of networks. */
export const signUpsAnHour = env.SIGN_UPS_AN_HOUR;

/** The asker is told of each answer to a request. */
export const answersADay = env.ANSWERS_A_DAY;

/** The most that a calendar feed holds. */
export const maxFeedEvents = env.FEED_EVENTS;
