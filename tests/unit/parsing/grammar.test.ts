import { expect, test } from "vitest";
import { GRAMMAR, scanOf } from "#app/domain/parsing/grammar/grammar.ts";
import type { Rule } from "#app/domain/parsing/grammar/phrase.ts";
import { readerOf } from "#app/domain/parsing/grammar/scan.ts";
import { tokenize } from "#app/domain/parsing/tokens.ts";
import { CLOSING_RULES, FILLER_RULES, OPENING_RULES } from "#app/domain/parsing/title/talk.ts";

const subjects: [string, Rule<unknown>[]][] = [
  ...Object.entries(GRAMMAR),
  ["talk", [...OPENING_RULES, ...CLOSING_RULES, ...FILLER_RULES]],
];
const examples = subjects.flatMap(([subject, rules]) =>
  rules.flatMap((rule) => rule.examples.map((example) => ({ subject, example, rule }))),
);

test.each(examples)("the rule for “$example” reads it whole ($subject)", ({ example, rule }) => {
  const tokens = tokenize(example);
  expect(readerOf([rule])(scanOf(tokens), 0)?.next).toBe(tokens.length);
});
