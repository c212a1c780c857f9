import { expect, test } from "vitest";
import { assigneeNamesOf } from "#app/domain/understanding/assignee/assignee-names.ts";
import {
  assignmentRules,
  trailingAssignmentRules,
} from "#app/domain/understanding/assignee/assignment-rules.ts";
import { createReader } from "#app/domain/understanding/grammar/engine/reader.ts";
import type { Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { startTest } from "#app/domain/understanding/grammar/first-words.ts";
import { grammarRules, startScan } from "#app/domain/understanding/grammar/grammar.ts";
import { separatorRules } from "#app/domain/understanding/split/boundaries.ts";
import { closingRules } from "#app/domain/understanding/title/filler-words/closings.ts";
import { hesitationRules } from "#app/domain/understanding/title/filler-words/hesitations.ts";
import { openingRules } from "#app/domain/understanding/title/filler-words/openings.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import type { When } from "#app/domain/understanding/types.ts";

const subjects: [string, Rule<unknown>[]][] = [
  ...Object.entries(grammarRules),
  ["filler words", [...openingRules, ...closingRules, ...hesitationRules]],
  ["separator", separatorRules],
  ["assignment", assignmentRules],
  ["trailing assignment", trailingAssignmentRules],
];
const assigneeNames = assigneeNamesOf([{ name: "Dan", relation: "spouse" }]);
const whenFields = Object.keys({
  day: true,
  clock: true,
  part: true,
  isAtCurrentTime: true,
  leadTime: true,
  isStartDate: true,
  afterMinutes: true,
  needs: true,
  isHourGuessed: true,
  otherClock: true,
  isDayGuessed: true,
  exceedsDueDate: true,
  also: true,
  lastDay: true,
  daysBetween: true,
  isRange: true,
  repetition: true,
  countsFromDone: true,
  except: true,
  end: true,
  isUnsure: true,
  isHoliday: true,
  isIgnored: true,
  isOver: true,
  blocks: true,
  isTwice: true,
  isHalfRead: true,
} satisfies Record<keyof When, true>);
const examples = subjects.flatMap(([subject, rules]) =>
  rules.flatMap((rule) => rule.examples.map((example) => ({ subject, example, rule }))),
);

test.each(examples)(
  "the rule for “$example” matches all of it ($subject)",
  ({ subject, example, rule }) => {
    // "Ask Dan to" is an assignment only before a verb.
    const match = matchOf(rule, subject === "assignment" ? `${example} mow` : example);
    expect(match?.next).toBe(tokenize(example).length);
  },
);

// The compiler does not see a misspelled field in what a rule returns.
test.each(examples.filter(({ subject }) => subject === "when"))(
  "the rule for “$example” sets only fields that exist",
  ({ example, rule }) => {
    expect(whenFields).toEqual(expect.arrayContaining(Object.keys(matchOf(rule, example)!.value!)));
  },
);

function matchOf(rule: Rule<unknown>, text: string) {
  return createReader([rule])(startScan(tokenize(text), new Set(), assigneeNames), 0);
}

test("a rule's words are read with the first request and not at the start", () => {
  let readCount = 0;
  const rule: Rule<true> = {
    get say() {
      readCount += 1;
      return "soon";
    },
    examples: [],
    means: () => true,
  };
  const read = createReader([rule]);
  const canStart = startTest([rule]);
  expect(readCount).toBe(0);
  const tokens = tokenize("soon soon");
  const scan = startScan(tokens);
  expect([read(scan, 0)?.value, read(scan, 1)?.value]).toEqual([true, true]);
  expect(tokens.map(canStart)).toEqual([true, true]);
  expect(readCount).toBe(2);
});
