import type { Token } from "#app/domain/understanding/types.ts";

/** Reduces "add milk to my list" to "milk". */
export function removeListName(tokens: Token[]): Token[] {
  const first = tokens[0]?.word ?? "";
  if (!["add", "put", "write", "note"].includes(first)) return tokens;
  const isBeforeName = (token: Token, index: number) =>
    ["to", "on", "in", "into", "down"].includes(token.word) &&
    index > 1 &&
    ["my", "our", "the"].includes(tokens[index + 1]?.word ?? "");
  const start = tokens.findLastIndex(isBeforeName);
  const name = tokens
    .slice(start + 2)
    .map(({ word }) => word)
    .join(" ");
  return start > 0 && listNames.has(name) ? tokens.slice(1, start) : tokens;
}

const listNames = new Set([
  "list",
  "to do list",
  "to - do list",
  "todo list",
  "todos",
  "to dos",
  "task list",
  "tasks",
  "reminders",
  "reminder list",
  "calendar",
  "family calendar",
  "schedule",
  "agenda",
]);
