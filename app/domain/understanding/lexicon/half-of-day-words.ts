import { wordSet } from "./word-set.ts";

/** Evening activities: "dinner on Friday at 7" is at 19:00. */
export const eveningWords =
  wordSet(`night evening recital pta bed pub dinner supper party movie movies film cinema concert theatre theater play show gala drinks bins bin trash rubbish garbage
  recycling bedtime bath baths pajamas pyjamas sleepover fireworks stargazing cocktails nightclub prom bonfire trick treating table restaurant reservation reservations sitter babysitter club dnr`);

/** "Concert tickets" are bought at any hour. */
export const eveningThings = wordSet(
  "ticket tickets dress shoes costume costumes outfit money invites invitations gift gifts cake supplies favors",
);

export const binWords = wordSet("bins bin trash rubbish garbage recycling");

export const morningWords = wordSet("breakfast wake waking sunrise alarm brunch");

/** Nobody knows the half of the day of these without being told. */
export const anyHourWords = wordSet(
  `flight fly flies plane airport train station ferry bus coach boat cruise shift work duty run running jog gym workout
  meds medicine insulin pill pills dose antibiotic inhaler feeding swim`,
);

/** Events for which an hour from 9 to 11 is as likely in the evening. */
export const lateWords = wordSet("game match show concert race watch");

/** Places where nobody is at 8 in the evening. */
export const officeWords = wordSet(
  `dentist doctor dr orthodontist ortho pediatrician optometrist optician vet checkup physical clinic surgery bank dmv post
  conference plumber electrician technician mechanic garage inspection inspector contractor interview court appointment appt
  lab labs blood bloodwork scan xray mri ultrasound mammogram colonoscopy biopsy endoscopy vaccine vaccination shot shots
  cardiologist dermatologist podiatrist audiologist oncologist neurologist urologist specialist chemo dialysis infusion
  daycare preschool kindergarten nursery oil tire tires lawyer attorney accountant notary hvac roofer handyman`,
);

/** Places that are open by day only. */
export const daytimeWords = wordSet(
  `dentist doctor dr orthodontist pediatrician optometrist optician vet checkup physical physio clinic surgery bank school preschool
  kindergarten nursery daycare camp teacher conference church mass sunday service library dmv post haircut barber salon
  plumber electrician technician repair mechanic garage inspection delivery appointment appt interview court museum zoo market
  ortho eye nurse lab labs blood test scan xray mri vaccine vaccination shot shots therapy therapist tutor lesson class soccer
  football baseball gymnastics ballet swim swimming karate judo piano violin guitar brunch breakfast yoga`,
);
