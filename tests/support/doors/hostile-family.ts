import { worstTexts } from "#tests/bench/parse/worst-texts.ts";

/**
 * Thirty names that are words of the grammar, patterns, lists of each other, or as long as
 * possible.
 */
export const hostileNames: string[] = [
  ..."a and a|a|b|b, and b|and|or|me and I|in turns|a and a and a|take turns|anyone can do it".split(
    "|",
  ),
  "(a+)+$",
  ".*",
  "[^]*",
  "\\p{L}+",
  "a|a|a",
  "^",
  "$&",
  "(?:",
  "{2,}",
  "at 3 every Monday",
  "tomorrow",
  "5",
  "Monday Tuesday Wednesday",
  "ask Dan to call",
  ..."a and |aa|İ and i̇ |👩‍👩‍👧, |5 at 5 "
    .split("|")
    .map((words) => words.repeat(40).slice(0, 100).trim()),
];

/** Requests of at most 2,000 characters. */
export const hostileRequests: Record<string, string> = {
  ...worstTexts,
  "the list that took minutes": `trash every day turn ${"a and ".repeat(38)}x`,
  "names in turns": filled("a and ", "trash every day turn "),
  "names, then nobody": filled("b, and b, and ", "trash every day in turns by "),
  "names after names": filled("alternating between a and b ", "trash every day "),
  "everybody's names": filled(`${hostileNames.join(" and ")} `, "trash every day turn "),
  "names without blanks": filled("a&", "turn "),
  "people to ask": filled("ask a and a to call b, ", ""),
  "in turns": filled("in turns ", "a and b "),
  blanks: filled(" ", "turn a and b in turns,"),
  "blanks between names": filled("a          and          b          ", "turn "),
  "dots and a word": filled(". ", "", "turn"),
  "no letters and a word": filled("!-", "", " please"),
  thanks: filled("please thanks ", "done "),
  yes: filled("yes 1 no 2 ", ""),
  lines: filled("\n", "turn", "done"),
};

function filled(words: string, before: string, after: string = ""): string {
  const length = 2_000 - before.length - after.length;
  return before + words.repeat(Math.ceil(length / words.length)).slice(0, length) + after;
}
