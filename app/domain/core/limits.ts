// Pages without forms import this file, so it must not load zod.

export const categories = ["Kids", "Household", "Elders"] as const;

export const homeViews = ["area", "day"] as const;
export type HomeView = (typeof homeViews)[number];

/** In UTF-16 code units. */
export const textLength = {
  request: 2_000,
  title: 300,
  description: 5_000,
  assignee: 100,
  search: 200,
} as const;

/** The most tasks that one text may become. */
export const maxTasksOfText = 20;

/** The last date that has a four-digit year in every time zone. */
export const lastDate = "9999-12-30";

/** Accepts real dates as YYYY-MM-DD, from 1970 to `lastDate`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1970-01-01" || text > lastDate) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
