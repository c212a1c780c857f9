import { LRUCache } from "lru-cache";
import { wallClockAt } from "#app/domain/core/time.ts";
import type { UserRequest } from "#app/domain/understanding/types.ts";
import type { Model } from "#app/services/openai/model.server.ts";
import type { AnsweredTask } from "./answer.ts";

// Kept in memory: the confirm page repeats a request within a minute, and a restart only costs
// another call.
const answers = new LRUCache<string, AnsweredTask[]>({ max: 500 });

export function answerKey(
  model: Model,
  { text, timeZone, now, weekStart, familyMembers }: UserRequest,
): string {
  const day = wallClockAt(now, timeZone).toPlainDate().toString();
  const family = familyMembers.map(({ name, relation, hasAccount }) => [
    name,
    relation,
    hasAccount,
  ]);
  return JSON.stringify([model.baseUrl, model.name, day, timeZone, weekStart, family, text]);
}

export function cachedAnswer(key: string): AnsweredTask[] | undefined {
  return answers.peek(key);
}

export function cacheAnswer(key: string, answer: AnsweredTask[]): void {
  answers.set(key, answer);
}
