import { wordSet } from "./word-set.ts";

/** What takes place on the day before it: "Thanksgiving dinner", unlike "Thanksgiving recipes". */
export const eventWords = wordSet(
  "dinner lunch brunch breakfast parade mass service party concert play pageant picnic barbecue bbq egg game games practice meeting class recital match supper meal babysitter sitter plans",
);

/** One does these to a holiday, not on it. */
export const planningWords = wordSet(
  "plan celebrate host organize organise do have skip discuss planning celebrating happy merry love like and",
);
