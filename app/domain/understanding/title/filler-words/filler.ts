import { rule } from "#app/domain/understanding/grammar/engine/rule.ts";
import type { Rule } from "#app/domain/understanding/grammar/engine/types.ts";

export function filler(say: string, example: string): Rule<true> {
  return rule({ say, examples: [example], means: () => true });
}
