import { Temporal } from "#app/domain/core/time.ts";

/** Easter Sunday of a year (Gregorian). Source: the "anonymous" computus, Nature, 20 April 1876. */
export function easterOf(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonShift = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekdayShift =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 19 * weekdayShift) / 433);
  const month = Math.floor((epact + weekdayShift - 7 * correction + 90) / 25);
  const day = (epact + weekdayShift - 7 * correction + 33 * month + 19) % 32;
  return Temporal.PlainDate.from({ year, month, day });
}
