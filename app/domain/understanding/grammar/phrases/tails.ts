import { isSentenceEnd } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

export const tailRules: Rule<true>[] = [
  rule({ say: "sharp|exactly|latest|ish|prompt|promptly", examples: ["sharp"], means: () => true }),
  rule({ say: "- ish", examples: ["-ish"], means: () => true }),
  rule({ say: "at the latest|earliest", examples: ["at the latest"], means: () => true }),
  rule({ say: "on the dot", examples: ["on the dot"], means: () => true }),
  rule({
    say: "or so|earlier|sooner|before|later|thereabouts",
    examples: ["or so"],
    means: () => true,
  }),
  rule({ say: "o'clock|oclock", examples: ["o'clock"], means: () => true }),
  rule({
    say: "each|both [time|day|days|times]",
    examples: ["each time"],
    means: (_, place) => (isSentenceEnd(place) ? true : null),
  }),
  rule({ say: "itself", examples: ["itself"], means: () => true }),
  rule({ say: "my|local time", examples: ["local time"], means: () => true }),
];
