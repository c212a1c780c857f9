import { Temporal } from "temporal-polyfill";

/** The zone of the tests' families, unless a test says otherwise. */
export const timeZone = "America/New_York";

export const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO(timeZone);

export const tomorrow = (): Temporal.PlainDate => today().add({ days: 1 });

/** Returns the name of a weekday that is so far ahead that all its reminders are still to come. */
export const laterWeekday = (): string =>
  today().add({ days: 4 }).toLocaleString("en-US", { weekday: "long" });

/**
 * Returns a wall clock. Adding a task to a calendar asks for its date if that has passed or is in
 * another year.
 */
export const laterThisYear = (): string => `${today().year}-12-31T23:59`;
