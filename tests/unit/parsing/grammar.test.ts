import { expect, test } from "vitest";
import { doersOf } from "#app/domain/parsing/assignee/assignee-names.ts";
import { ASKED_LAST_RULES, ASKING_RULES } from "#app/domain/parsing/assignee/assignment-rules.ts";
import { readerOf } from "#app/domain/parsing/grammar/engine/reader.ts";
import { type Rule } from "#app/domain/parsing/grammar/engine/rule.ts";
import { GRAMMAR, scanOf } from "#app/domain/parsing/grammar/grammar.ts";
import { JOINT_RULES } from "#app/domain/parsing/split/boundaries.ts";
import { CLOSING_RULES } from "#app/domain/parsing/title/filler-words/closings.ts";
import { FILLER_RULES } from "#app/domain/parsing/title/filler-words/hesitations.ts";
import { OPENING_RULES } from "#app/domain/parsing/title/filler-words/openings.ts";
import { tokenize } from "#app/domain/parsing/tokenize/tokenize.ts";

const subjects: [string, Rule<unknown>[]][] = [
  ...Object.entries(GRAMMAR),
  ["talk", [...OPENING_RULES, ...CLOSING_RULES, ...FILLER_RULES]],
  ["joint", JOINT_RULES],
  ["asking", ASKING_RULES],
  ["asked last", ASKED_LAST_RULES],
];
const doers = doersOf([{ name: "Dan", relation: "spouse" }]);
const examples = subjects.flatMap(([subject, rules]) =>
  rules.flatMap((rule) => rule.examples.map((example) => ({ subject, example, rule }))),
);

test.each(examples)("the rule for “$example” reads it whole ($subject)", ({ subject, example, rule }) => {
  const end = tokenize(example).length;
  // "Ask Dan to" asks for something only before a verb.
  const tokens = tokenize(subject === "asking" ? `${example} mow` : example);
  expect(readerOf([rule])(scanOf(tokens, new Set(), doers), 0)?.next).toBe(end);
});
