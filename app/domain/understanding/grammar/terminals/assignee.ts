import type { Reader } from "../engine/types.ts";

export const readAssignee: Reader<string> = ({ tokens, assigneeNames }, at) => {
  const longest = assigneeNames
    .get(tokens[at]!.word)
    ?.find(({ words }) => words.every((word, index) => tokens[at + index]?.word === word));
  return longest ? { value: longest.name, next: at + longest.words.length } : null;
};
