import type { ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";
import type { ModelResult } from "#app/services/openai/model.server.ts";
import { type AnsweredTask, readAnswer } from "./answer.ts";
import { combine, type Distrusted } from "./combine.ts";

type Rejection =
  | { outcome: "invalid"; wrong: string }
  | { outcome: "distrusted"; wrong: Distrusted }
  | { outcome: Extract<ModelResult, { failure: unknown }>["failure"]; status?: number };

export type Judgement =
  | { facts: Rejection; drafts?: undefined; answer?: undefined }
  | {
      facts: { outcome: "used"; keptDates: boolean };
      drafts: ParsedRequest[];
      answer: AnsweredTask[];
    };

export function judge(
  request: UserRequest,
  byRules: ParsedRequest[],
  result: ModelResult,
): Judgement {
  if ("failure" in result) {
    const { failure: outcome, status } = result;
    return { facts: { outcome, ...(status && { status }) } };
  }
  const read = readAnswer(result.answer);
  if ("wrong" in read) return { facts: { outcome: "invalid", wrong: read.wrong } };
  const combined = combine(request, byRules, read.tasks);
  if ("distrusted" in combined)
    return { facts: { outcome: "distrusted", wrong: combined.distrusted } };
  return {
    facts: { outcome: "used", keptDates: combined.keptDates },
    drafts: combined.drafts,
    answer: read.tasks,
  };
}
