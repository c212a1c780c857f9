import { isDate } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";

const turnOrders = ["each", "week", "least"] as const;

const maxPeople = 50;
const maxIdLength = 64;
const personId = z.string().max(maxIdLength);

export const turnsInput = z
  .object({
    who: z.enum(["nobody", "anyone", "people"], { error: "Please choose who does it" }),
    /** The fields are named people[0].id, people[1].id …; browsers send only checked ones. */
    people: z
      .array(z.object({ id: personId }).optional())
      .max(maxPeople)
      .default([])
      .transform((people) => people.flatMap((person) => person?.id ?? [])),
    order: z.enum(turnOrders, { error: "Please choose in which order" }).default("each"),
  })
  .refine(({ who, people }) => who !== "people" || people.length > 0, {
    path: ["people"],
    error: "Please choose at least one person",
  });

export const keptTurnsFields = [
  "who",
  "order",
  ...Array.from({ length: maxPeople }, (_, index) => `people[${index}].id`),
];

export type TurnsInput = z.infer<typeof turnsInput>;

/**
 * `person` is missing for the viewer. `from` is the person who had the turn on the page, empty for
 * nobody.
 */
export const takeTurnInput = z.object({
  person: personId.optional(),
  from: personId.default(""),
});

const date = z.string("Please choose a date").refine(isDate, "Please choose a date that exists");

export const maxAwayDates = 100;

const familyPerson = z
  .string("Please choose someone of your family")
  .max(maxIdLength, "Please choose someone of your family");

export const awayInput = z
  .object({ person: familyPerson, firstOn: date, lastOn: date })
  .refine(({ firstOn, lastOn }) => firstOn <= lastOn, {
    path: ["lastOn"],
    error: "The last day is before the first",
  });

/** YYYY-MM; null for this month. */
export const shownMonth = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .nullable()
  .catch(null);
