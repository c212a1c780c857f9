import type { Reading } from "../resolve/reading.ts";

/** "And remind me at 1:45" says when, not what. */
export function isReminder({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  if (
    !["remind", "ping", "alert"].includes(tokens[from]?.word ?? "") ||
    to - from > maxReminderTokens
  )
    return false;
  return tokens
    .slice(from + 2, to)
    .every(({ type }, index) => type === "symbol" || timeAt[from + 2 + index]);
}

/** "…, both today". */
export function isForAll({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  if (!["both", "all"].includes(tokens[from]?.word ?? "")) return false;
  const end = timeAt[from + 1]?.to ?? to;
  return (
    end > from + 1 &&
    tokens.slice(end, to).every(({ type }) => type === "symbol") &&
    timeAt[from + 1] !== undefined
  );
}

const maxReminderTokens = 12;
