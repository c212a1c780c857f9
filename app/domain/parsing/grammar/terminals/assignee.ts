import type { Reader } from "../engine/types.ts";

export const readAssignee: Reader<string> = ({ tokens, assigneeNames }, at) => {
  const longest = assigneeNames
    .get(tokens[at]!.word)
    ?.filter(({ words }) => words.every((word, index) => tokens[at + index]?.word === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  return longest ? { value: longest.name, next: at + longest.words.length } : null;
};
