import { Temporal } from "#app/domain/core/time.ts";
import { ofMonth } from "#app/domain/understanding/calendar/days.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

export type Limit = NonNullable<When["end"]> | { type: "except"; weekdays: number[] };

/** Reads the words after a repetition that leave days out or say when it ends. */
export const limitRules: Rule<Limit>[] = [
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] [the] weekends|weekend",
    examples: ["except weekends", "but not on the weekend"],
    means: () => except([6, 7]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] weekdays",
    examples: ["except on weekdays"],
    means: () => except([1, 2, 3, 4, 5]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] {weekday}",
    examples: ["except Sunday", "but not on Sunday"],
    means: ({ weekday }) => except([weekday]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] {weekdays}",
    examples: ["except Sundays", "not on Sundays"],
    means: ({ weekdays }) => except([weekdays]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] {weekday} and|or|& {weekday2}",
    examples: ["except Saturday and Sunday"],
    means: ({ weekday, weekday2 }) => except([weekday, weekday2]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] {weekdays} and|or|& {weekdays2}",
    examples: ["except Saturdays and Sundays"],
    means: ({ weekdays, weekdays2 }) => except([weekdays, weekdays2]),
  }),
  rule({
    say: "[but] except|excluding|excepting|but|not [for|on] {weekday} , {weekday2} [,] and|or|& {weekday3}",
    examples: ["except Monday, Wednesday and Friday"],
    means: ({ weekday, weekday2, weekday3 }) => except([weekday, weekday2, weekday3]),
  }),
  rule({
    // A rule cannot leave these out.
    say: "[but] except|excluding|excepting [for|on] {date}",
    examples: ["except the first of the month"],
    means: () => except([]),
  }),
  rule({
    say: "apart|aside|other from|than {weekday}",
    examples: ["apart from Sunday"],
    means: ({ weekday }) => except([weekday]),
  }),
  rule({
    say: "until|till|til|through|thru {day}",
    examples: ["until June 30", "till Friday"],
    means: ({ day }) => ({ type: "until", day }),
  }),
  rule({
    say: "until|till|til|through|thru [the end of] {month}",
    examples: ["until June"],
    means: ({ month }) => ({ type: "until", day: ofMonth(month, lastOf) }),
  }),
  rule({
    say: "for [the] [next] {duration}",
    examples: ["for 8 weeks", "for the next two weeks"],
    means: ({ duration }, place) =>
      duration.minutes > 0 || ["old", "of"].includes(wordAfter(place))
        ? null
        : { type: "lasting", duration },
  }),
];

function except(weekdays: number[]): Limit {
  return { type: "except", weekdays };
}

function lastOf(firstOfMonth: Temporal.PlainDate): Temporal.PlainDate {
  return firstOfMonth.with({ day: firstOfMonth.daysInMonth });
}
