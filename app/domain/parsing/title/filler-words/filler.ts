import { type Rule, rule } from "../../grammar/engine/rule.ts";

/** A rule for words without a meaning of their own. */
export function talk(say: string, example: string): Rule<true> {
  return rule({ say, examples: [example], means: () => true });
}
