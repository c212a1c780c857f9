import { wordSet } from "./word-set.ts";

interface DayTime {
  hour: number;
  /** A time in "at lunchtime", but not in "lunchtime supervision". */
  needsCue?: boolean;
  /** Not a time before one of these words: "bedtime story". */
  notBefore?: ReadonlySet<string>;
}

const mealAndBedThings = wordSet(
  "story stories routine routines snack snacks book books song chart club supervision duty menu",
);
const schoolCareThings = wordSet(
  "care club clubs program programs activities activity starts begins opens ends resumes is pickup snack snacks tutoring class classes",
);

export const dayTimes: Readonly<Record<string, DayTime>> = {
  "before|after breakfast": { hour: 8 },
  "breakfast [-] time": { hour: 8, needsCue: true },
  "before school": { hour: 8, notBefore: schoolCareThings },
  "after school": { hour: 15, notBefore: schoolCareThings },
  "before work": { hour: 8 },
  "lunchtime|lunch-time": { hour: 12, needsCue: true, notBefore: mealAndBedThings },
  "at|by|before|over|during|around lunch": { hour: 12, notBefore: mealAndBedThings },
  "lunch time": { hour: 12, needsCue: true },
  "after lunch": { hour: 13 },
  "after work": { hour: 17 },
  "[the] end of the|my|this|business [work|working|business] day": { hour: 17 },
  "[the] end of day": { hour: 17 },
  "eod|cob": { hour: 17 },
  "close of business": { hour: 17 },
  "dinnertime|suppertime|teatime": { hour: 18, needsCue: true },
  "dinner|supper|tea time": { hour: 18, needsCue: true },
  "before dinner|supper": { hour: 18 },
  "after dinner|supper": { hour: 19 },
  bedtime: { hour: 20, needsCue: true, notBefore: mealAndBedThings },
  "before bed": { hour: 20 },
  "before bedtime": { hour: 20, notBefore: mealAndBedThings },
};
