import { type Rule, rule } from "../engine/rule.ts";

/** Words after a time that belong to it. */
export const TAIL_RULES: Rule<true>[] = [
  rule({ say: "sharp|exactly|latest|ish|prompt|promptly", examples: ["sharp"], means: () => true }),
  rule({ say: "at the latest|earliest", examples: ["at the latest"], means: () => true }),
  rule({ say: "on the dot", examples: ["on the dot"], means: () => true }),
  rule({ say: "or so|earlier|sooner|before|later|thereabouts", examples: ["or so"], means: () => true }),
  rule({ say: "my|local time", examples: ["local time"], means: () => true }),
];
