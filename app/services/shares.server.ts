import { env, type Settings } from "#app/config/env.server.ts";

/** Limits what a household can add, so that none slows or fills Mila for the others. */
export const householdShares = {
  openTasks: env.OPEN_TASKS_A_HOUSEHOLD,
  series: env.REPEATING_TASKS_A_HOUSEHOLD,
  people: env.PEOPLE_A_HOUSEHOLD,
  /** The size of titles and descriptions, including those of done tasks. */
  wordsBytes: env.MEGABYTES_A_HOUSEHOLD * 1_000_000,
};

/** The settings that define a limit. */
export type LimitSettings = Pick<
  Settings,
  | "ADDS_A_DAY"
  | "ADDS_A_MINUTE"
  | "ANSWERS_A_DAY"
  | "API_CALLS_A_MINUTE"
  | "EMAILS_A_DAY"
  | "EMAILS_A_DAY_A_HOUSEHOLD"
  | "EMAILS_A_DAY_TO_OTHERS"
  | "FEED_ANSWERS"
  | "FIRST_MESSAGES_A_DAY"
  | "FIRST_MESSAGES_A_DAY_TO_ONE"
  | "NTFY_A_DAY"
  | "PEOPLE_ON_FIRST_DAY"
  | "PUSHES_A_DAY"
  | "SIGN_UPS_AN_HOUR"
  | "TELEGRAM_A_DAY"
  | "TEXTS_A_DAY"
  | "TEXTS_A_DAY_A_HOUSEHOLD"
  | "TEXTS_A_DAY_TO_OTHERS"
>;

export const limitSettings: LimitSettings = env;

/** The most events in a calendar feed. */
export const maxFeedEvents = env.FEED_EVENTS;
