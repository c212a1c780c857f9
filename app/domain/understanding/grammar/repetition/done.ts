import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

/** The ways to say that a task was done. */
export const doneRules: Rule<true>[] = [
  done(
    "it|they|this|that|these was|were|is|are|'s|'re|gets|get|got [last] {participle}",
    "it was done",
  ),
  done("its|theyre|thats [last] {participle}", "its done"),
  done("it|they|this|that|these has|have|'s been [last] {participle}", "it has been cleaned"),
  done("i|we|you did|do|done|finish|finished|completed [it|that|this|them]", "I did it"),
  done("i|we|you {participle} [it|that|this|them]", "we changed it"),
  done("doing|finishing|completing|cleaning|changing [it|that|this|them]", "doing it"),
  done("completion|done|finishing", "completion"),
  done("[the] last time|one|change|completion|cleaning", "the last time"),
  done("being|last {participle}", "being done"),
];

function done(say: string, example: string): Rule<true> {
  return rule({ say, examples: [example], means: () => true });
}
