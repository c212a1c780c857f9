import { singular } from "./singular.ts";
import type { Category, DayPart, LearnedWords, Token, When } from "../types.ts";

export function learnedCategory(tokens: Token[], learned: LearnedWords[] = []): Category | null {
  const found = bestOf(tokens, learned, (each) => each.kind === "category");
  return found?.kind === "category" ? found.category : null;
}

/**
 * "Dinner on Friday" gets the household's time for dinner; "dinner tonight" only if that is in the
 * evening.
 */
export function withLearnedTime(when: When, tokens: Token[], learned: LearnedWords[] = []): When {
  if (
    learned.length === 0 ||
    !when.day ||
    when.clock ||
    when.isAtCurrentTime ||
    when.afterMinutes !== undefined
  )
    return when;
  const found = bestOf(
    tokens,
    learned,
    (each) => each.kind === "time" && isIn(when.part, hourOf(each.time)),
  );
  if (found?.kind !== "time") return when;
  const [hour = 0, minute = 0] = found.time.split(":").map(Number);
  return { ...when, clock: { hour, minute, half: "exact" } };
}

/** Chooses the correction with the most words. */
function bestOf(
  tokens: Token[],
  learned: LearnedWords[],
  test: (each: LearnedWords) => boolean,
): LearnedWords | undefined {
  if (learned.length === 0) return undefined;
  const said = new Set(tokens.map(({ word }) => singular(word)));
  return learned
    .filter((each) => test(each) && each.words.every((word) => said.has(singular(word))))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
}

function hourOf(time: string): number {
  return Number(time.slice(0, 2));
}

const hoursOf: Readonly<Record<DayPart, [from: number, to: number]>> = {
  morning: [4, 12],
  afternoon: [12, 18],
  evening: [16, 24],
  night: [17, 24],
};

function isIn(part: DayPart | undefined, hour: number): boolean {
  if (!part) return true;
  const [from, to] = hoursOf[part];
  return from <= hour && hour < to;
}
