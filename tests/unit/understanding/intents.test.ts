import { expect, test } from "vitest";
import { wallClockAt } from "#app/domain/core/time.ts";
import { assigneeNamesOf } from "#app/domain/understanding/assignee/assignee-names.ts";
import { changeRules } from "#app/domain/understanding/intent/changes.ts";
import { itemRules } from "#app/domain/understanding/intent/items.ts";
import {
  createSentenceReader,
  type Sentence,
  type SentenceRule,
} from "#app/domain/understanding/intent/pattern.ts";
import { questionRules } from "#app/domain/understanding/intent/questions.ts";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import { readTokens } from "#app/domain/understanding/resolve/reading.ts";
import { answerOf } from "#app/domain/understanding/task-answer.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import { mistakesOf, readCommands } from "../../bench/parse/commands.ts";

const { cases, ...asked } = readCommands("tests/bench/parse/commands.txt");
const { timeZone, now, familyMembers } = asked;

test.each([...questionRules, ...changeRules, ...itemRules].map((rule) => ({ rule, ...rule })))(
  "the rule “$say” reads each of its examples",
  ({ rule, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    const read = createSentenceReader<unknown>([rule as SentenceRule<unknown>]);
    for (const example of examples)
      expect([example, read(sentenceOf(example))]).not.toContain(null);
  },
);

test.each(cases)("“$text” is what it says", (each) => {
  expect(mistakesOf(each, asked)).toEqual([]);
});

test.each([
  ["add milk, eggs and mac and cheese to the shopping list", ["Milk", "Eggs", "Mac and cheese"]],
  ["we're out of paper towels", ["Paper towels"]],
])("“%s” lists %j", (text, items) => {
  const answer = answerOf(text, parseText({ text, now, timeZone, familyMembers }));
  expect(answer).toMatchObject({ type: "items", list: "Shopping", items });
});

test.each([
  ["Buy milk, eggs and bread", ["Milk", "Eggs", "Bread"]],
  ["milk, eggs, bread and butter", ["Milk", "Eggs", "Bread", "Butter"]],
  ["buy milk tomorrow", undefined],
  ["buy a bike", undefined],
  ["ask Sam to buy milk", undefined],
])("the task “%s” buys %j", (text, items) => {
  const answer = answerOf(text, parseText({ text, now, timeZone, familyMembers }));
  expect([answer.type, answer.items]).toEqual(["task", items]);
});

test("a move by an hour says how much later", () => {
  const later = (text: string) =>
    answerOf(text, parseText({ text, now, timeZone, familyMembers })).later;
  expect(later("push piano back an hour")).toEqual({ minutes: 60, days: 0, months: 0 });
  expect(later("move piano two days earlier")).toEqual({ minutes: -0, days: -2, months: -0 });
});

test("what a text says beside its tasks is named", () => {
  const unused = (text: string) => parseText({ text, now, timeZone, familyMembers }).unused;
  expect(unused("Potluck sign up - Karen: beans, Steve: brisket")).toEqual([
    "Potluck",
    "sign",
    "up",
  ]);
  expect(unused("hey Mila, can you please remind me to call the bank tomorrow, thanks")).toEqual(
    [],
  );
});

function sentenceOf(text: string): Sentence {
  const tokens = tokenize(text);
  const context = {
    text,
    now,
    timeZone,
    familyMembers,
    names: new Set(familyMembers.map(({ name }) => name.toLowerCase())),
    assigneeNames: assigneeNamesOf(familyMembers),
  };
  const reading = readTokens(context, tokens, { start: 0, end: text.length });
  const today = wallClockAt(now, timeZone).toPlainDate();
  return { text, reading, family: familyMembers, from: 0, to: tokens.length, today };
}
