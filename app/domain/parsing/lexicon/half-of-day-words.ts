import { wordSet } from "./word-set.ts";

/** Evening activities: "dinner on Friday at 7" is at 19:00. */
export const eveningWords =
  wordSet(`night evening recital pta bed pub dinner supper party movie movies film cinema concert theatre theater play show gala drinks bins bin trash rubbish garbage
  recycling bedtime bath baths pajamas pyjamas sleepover fireworks stargazing cocktails nightclub prom bonfire trick treating table restaurant reservation reservations sitter babysitter`);

export const morningWords = wordSet("breakfast wake waking sunrise alarm brunch");
