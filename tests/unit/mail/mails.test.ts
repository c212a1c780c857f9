import { expect, test } from "vitest";
import { type Score, scoreMails } from "../../support/mails/score.ts";

/**
 * Of 284 made-up mails after real kinds. `tests/mails/expected.txt` lists what a family would
 * want to have: "? …" is neither missed nor needless.
 */
const scores = await scoreMails("tests/mails");

const shareOf = (of: (score: Score) => number, whole: (score: Score) => number) => {
  const sum = (read: (score: Score) => number) =>
    scores.reduce((total, score) => total + read(score), 0);
  return (100 * sum(of)) / sum(whole);
};
const list = (of: (score: Score) => string[]) =>
  scores.flatMap((score) => of(score).map((line) => `${score.mail}: ${line}`)).join("\n");

test("95 in 100 things that a mail holds are found", () => {
  const missing = shareOf(
    (score) => score.missing.length,
    (score) => score.expected,
  );
  expect(missing <= 5 ? "" : list(({ missing: lines }) => lines)).toBe("");
});

test("at most 1 in 100 has a wrong date that nothing marks as unsure", () => {
  const wrong = shareOf(
    (score) => score.wronglyDated.length,
    (score) => score.expected,
  );
  expect(wrong <= 1 ? "" : list(({ wronglyDated }) => wronglyDated)).toBe("");
});

test("at most 4 in 100 proposals are needless", () => {
  const needless = shareOf(
    (score) => score.needless.length,
    (score) => score.things.length,
  );
  expect(needless <= 4 ? "" : list((score) => score.needless)).toBe("");
});

test("each expected thing belongs to a mail, and each mail has its block", () => {
  expect(scores).toHaveLength(284);
  expect(new Set(scores.map(({ mail }) => mail)).size).toBe(284);
});
