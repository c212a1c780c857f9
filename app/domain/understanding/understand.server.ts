import { textLength } from "#app/domain/core/limits.ts";
import { parseRequests } from "#app/domain/parsing/parse-request.ts";
import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import { askModel, configuredModel, type Model, type ModelResult } from "#app/services/openai.server.ts";
import { answerKey, cacheAnswer, cachedAnswer } from "./answer-cache.server.ts";
import { combine, type Combined } from "./combine.ts";
import { judge, type Judgement } from "./judge.ts";
import { mayAskModel } from "./model-limit.server.ts";
import { answerSchema, instructions, promptMaterial, type UserRequest } from "./prompt.ts";

/** `by` is who answered: "model" is shown as "Mila", "rules" as "Mila, offline". */
export interface Understood {
  drafts: ParsedRequest[];
  by: "model" | "rules";
}

/** What the log may know of a call: nothing of the request, the answer or the key. */
export type ModelCallFacts = { model: string } & (
  { outcome: "over_limit" } | (Judgement["facts"] & Pick<ModelResult, "latencyMs" | "tokens" | "costUsd">)
);

interface Surroundings {
  /** Gets the facts of each call, for one line in the log. */
  log: (facts: ModelCallFacts) => void;
  /** The one of the settings unless told; where there is none, the built-in parser is alone. */
  model?: Model | undefined;
  /** Real time for the model to answer; 10 s unless told. */
  limitMs?: number | undefined;
}

/**
 * Understands what a parent says or types: one draft at least. A model, where one is set up, corrects the built-in
 * parser's reading; whatever is wrong with it or its answer, that reading stands. Beyond 2,000 characters, and beyond 30
 * calls an hour and user, the model is not asked; nor again for the same words on the same day. The dates that the rules
 * found are never the model's to change.
 */
export async function understand(
  request: UserRequest & { userId: string },
  { log, model = configuredModel, limitMs }: Surroundings,
): Promise<Understood> {
  const byRules = parseRequests(request);
  if (!model || request.text.length > textLength.request) return { drafts: byRules, by: "rules" };

  const key = answerKey(model, request);
  const known = cachedAnswer(key);
  const drafts = known
    ? draftsOf(combine(request, byRules, known))
    : await draftsByModel(request, byRules, { log, model, limitMs, key });
  return drafts ? { drafts, by: "model" } : { drafts: byRules, by: "rules" };
}

async function draftsByModel(
  request: UserRequest & { userId: string },
  byRules: ParsedRequest[],
  { log, model, limitMs, key }: Surroundings & { model: Model; key: string },
): Promise<ParsedRequest[] | undefined> {
  if (!mayAskModel(request.userId)) {
    log({ model: model.name, outcome: "over_limit" });
    return undefined;
  }
  const question = { instructions, material: promptMaterial(request, byRules), answerSchema };
  const result = await askModel(model, question, limitMs);
  const { facts, drafts, answer } = judge(request, byRules, result);
  const { latencyMs, tokens, costUsd } = result;
  log({ model: model.name, ...facts, latencyMs, tokens, costUsd });
  if (answer) cacheAnswer(key, answer);
  return drafts;
}

function draftsOf(combined: Combined): ParsedRequest[] | undefined {
  return "drafts" in combined ? combined.drafts : undefined;
}
