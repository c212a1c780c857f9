import { rule } from "../../grammar/engine/rule.ts";
import type { Rule } from "../../grammar/engine/types.ts";

/** A rule for words that carry no meaning. */
export function filler(say: string, example: string): Rule<true> {
  return rule({ say, examples: [example], means: () => true });
}
