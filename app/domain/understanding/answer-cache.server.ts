import { wallClockAt } from "#app/domain/time.ts";
import type { Model } from "#app/services/openai.server.ts";
import type { AnsweredTask } from "./answer.ts";
import { keepNewest } from "./keep-newest.ts";
import type { UserRequest } from "./prompt.ts";

// In memory, of this process: the confirm page asks again within a minute, and a restart only costs another call.
const answers = new Map<string, AnsweredTask[]>();

/** What an answer depends on: the words, the day in their zone, the family's names, and the model. */
export function answerKey(model: Model, { text, timeZone, now, familyMembers }: UserRequest): string {
  const day = wallClockAt(now, timeZone).toPlainDate().toString();
  const family = familyMembers.map(({ name, relation }) => [name, relation]);
  return JSON.stringify([model.baseUrl, model.name, day, timeZone, family, text]);
}

export function cachedAnswer(key: string): AnsweredTask[] | undefined {
  return answers.get(key);
}

/** Forgets the oldest beyond 500. */
export function cacheAnswer(key: string, answer: AnsweredTask[]): void {
  keepNewest(answers, key, answer);
}
