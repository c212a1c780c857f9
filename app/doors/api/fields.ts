import { z } from "#app/domain/core/zod.ts";
import { isDate } from "#app/domain/core/limits.ts";
import { isTimeZone } from "#app/domain/core/time.ts";

export const id = z.string().min(1).max(64).meta({ description: "An id that Mila gave." });

/** UTC with milliseconds, as Mila writes it. */
export const instant = z.iso
  .datetime()
  .meta({ description: "An instant in UTC.", examples: ["2031-01-05T20:00:00.000Z"] });

/** With an offset or Z, as other programs write it. */
export const givenInstant = z.iso
  .datetime({ offset: true })
  .transform((given) => new Date(given).toISOString());

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Send a time zone, such as America/New_York")
  .meta({ description: "An IANA time zone.", examples: ["America/New_York"] });

export const dateOnly = z.iso.date();

const wallClock = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

/** A day, a local time, or an instant. */
export const dueDate = z
  .string()
  .max(40)
  .refine(
    (due) =>
      z.iso.date().safeParse(due).success ||
      (wallClock.test(due) && isDate(due.slice(0, 10))) ||
      z.iso.datetime({ offset: true }).safeParse(due).success,
    "Send a day (2031-01-05), a local time (2031-01-05T15:00) or an instant (2031-01-05T20:00:00Z)",
  )
  .meta({
    description:
      "A day (2031-01-05), a local time (2031-01-05T15:00, in `due_time_zone`) " +
      "or an instant (2031-01-05T20:00:00Z).",
    examples: ["2031-01-05T15:00"],
  });

/** The text of a query: "true" or "false". */
export const flag = z.enum(["true", "false"]).transform((text) => text === "true");

export const limit = z.coerce.number().int().min(1).max(200).default(50);

export const cursor = z
  .string()
  .max(400)
  .meta({ description: "The `next_cursor` of the page before." });

export const nextCursor = z.string().nullable().meta({ description: "Null on the last page." });
