/** What is done in the evening, so that "dinner on Friday at 7" is at 19:00. */
export const EVENING_WORDS: ReadonlySet<string> = new Set(
  `night evening recital pta bed pub dinner supper party movie movies film cinema concert theatre theater play show gala drinks bins bin trash rubbish garbage
  recycling bedtime bath baths pajamas pyjamas sleepover fireworks stargazing cocktails nightclub prom bonfire trick treating table restaurant reservation reservations sitter babysitter`.split(
    /\s+/,
  ),
);

export const MORNING_WORDS: ReadonlySet<string> = new Set("breakfast wake waking sunrise alarm brunch".split(" "));
