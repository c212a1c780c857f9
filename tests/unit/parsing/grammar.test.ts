import { expect, test } from "vitest";
import { assigneeNamesOf } from "#app/domain/parsing/assignee/assignee-names.ts";
import { assignmentRules, trailingAssignmentRules } from "#app/domain/parsing/assignee/assignment-rules.ts";
import { readerOf } from "#app/domain/parsing/grammar/engine/reader.ts";
import type { Rule } from "#app/domain/parsing/grammar/engine/types.ts";
import { grammarRules, startScan } from "#app/domain/parsing/grammar/grammar.ts";
import { separatorRules } from "#app/domain/parsing/split/boundaries.ts";
import { closingRules } from "#app/domain/parsing/title/filler-words/closings.ts";
import { hesitationRules } from "#app/domain/parsing/title/filler-words/hesitations.ts";
import { openingRules } from "#app/domain/parsing/title/filler-words/openings.ts";
import { tokenize } from "#app/domain/parsing/tokenize/tokenize.ts";

const subjects: [string, Rule<unknown>[]][] = [
  ...Object.entries(grammarRules),
  ["talk", [...openingRules, ...closingRules, ...hesitationRules]],
  ["joint", separatorRules],
  ["asking", assignmentRules],
  ["asked last", trailingAssignmentRules],
];
const doers = assigneeNamesOf([{ name: "Dan", relation: "spouse" }]);
const examples = subjects.flatMap(([subject, rules]) =>
  rules.flatMap((rule) => rule.examples.map((example) => ({ subject, example, rule }))),
);

test.each(examples)("the rule for “$example” reads it whole ($subject)", ({ subject, example, rule }) => {
  const end = tokenize(example).length;
  // "Ask Dan to" asks for something only before a verb.
  const tokens = tokenize(subject === "asking" ? `${example} mow` : example);
  expect(readerOf([rule])(startScan(tokens, new Set(), doers), 0)?.next).toBe(end);
});
