import { wordSet } from "./word-set.ts";

/** "Thanksgiving dinner" takes place on that day; "Thanksgiving recipes" do not. */
export const eventWords = wordSet(
  "dinner lunch brunch breakfast parade mass service party concert play pageant picnic barbecue bbq egg game games practice meeting class recital match supper meal babysitter sitter plans",
);

/** Before a holiday these make it the topic, not the date: "plan Halloween". */
export const planningWords = wordSet(
  "plan celebrate host organize organise do have skip discuss planning celebrating happy merry love like and",
);

export const appointmentWords = wordSet(
  `dentist doctor orthodontist pediatrician optometrist vet checkup physical haircut appointment appointments meeting
  practice lesson lessons class recital rehearsal soccer ballet piano swim swimming karate gymnastics football baseball
  basketball violin guitar choir tutoring therapy playdate physio conference interview sitter babysitter plumber
  electrician optician cleaner massage yoga tennis hockey dance band scouts vaccination cleaning dinner lunch brunch party
  game match concert movie`,
);
