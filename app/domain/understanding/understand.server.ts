import { textLength } from "#app/domain/core/limits.ts";
import {
  parseRequests,
  type ParsedText,
  parseText,
} from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";
import {
  askModel,
  configuredModel,
  type Model,
  type ModelResult,
} from "#app/services/openai/model.server.ts";
import { answerKey, cacheAnswer, cachedAnswer } from "./model/answer-cache.server.ts";
import { combine, type Combined } from "./model/combine.ts";
import { isLongAndUnsure } from "./model/long-and-unsure.ts";
import { judge, type Judgement } from "./model/judge.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import { answerSchema, instructions, promptMaterial } from "./model/prompt.ts";

/** Pages show "model" as "Understood by AI" and "rules" as "Understood without AI". */
export interface Understood extends Omit<ParsedText, "tasks"> {
  drafts: ParsedRequest[];
  by: "model" | "rules";
}

/** Logged, so it contains nothing from the request, the answer or the key. */
export type ModelCallFacts = { model: string } & (
  | { outcome: "over_limit" }
  | (Judgement["facts"] & Pick<ModelResult, "latencyMs" | "tokens" | "costUsd">)
);

interface Options {
  log: (facts: ModelCallFacts) => void;
  /** Defaults to the configured model. */
  model?: Model | undefined;
  timeoutMs?: number | undefined;
}

/**
 * A configured model improves the drafts of the built-in parser, but not their dates. If it fails,
 * those drafts stand. It is asked about long texts of which the rules are unsure, but not about a
 * question, a change or a list.
 */
export async function understand(
  request: UserRequest & { userId: string },
  { log, model = configuredModel, timeoutMs }: Options,
): Promise<Understood> {
  const { tasks: byRules, ...parsed } = parseText(request);
  if (
    !model ||
    !parsed.mayBeTask ||
    request.text.length > textLength.request ||
    !isLongAndUnsure(request.text, byRules)
  )
    return { drafts: byRules, by: "rules", ...parsed };

  const drafts = await draftByModel(request, byRules, { log, model, timeoutMs });
  if (!drafts) return { drafts: byRules, by: "rules", ...parsed };
  const written = drafts.map(({ title, description }) => `${title} ${description ?? ""}`).join(" ");
  const isWritten = new Set(tokenize(written).map(({ word }) => word));
  const unused = parsed.unused.filter((word) => !isWritten.has(word.toLowerCase()));
  return { drafts, by: "model", ...parsed, unused };
}

/**
 * Lets the model improve the drafts of the built-in parser. Returns undefined if its answer can't
 * be used, or if the account has asked it too often.
 */
export async function draftByModel(
  request: UserRequest & { userId: string },
  byRules: ParsedRequest[],
  { log, model, timeoutMs }: Options & { model: Model },
): Promise<ParsedRequest[] | undefined> {
  const key = answerKey(model, request);
  const cached = cachedAnswer(key);
  if (cached) return draftsOf(combine(request, byRules, cached));
  if (!allowInMemory("model_calls", request.userId)) {
    log({ model: model.name, outcome: "over_limit" });
    return undefined;
  }
  // The model never sees what Mila learned from the household.
  const untaught = request.learned?.length ? parseRequests({ ...request, learned: [] }) : byRules;
  const question = { instructions, material: promptMaterial(request, untaught), answerSchema };
  const result = await askModel(model, question, timeoutMs);
  const { facts, drafts, answer } = judge(request, byRules, result);
  const { latencyMs, tokens, costUsd } = result;
  log({ model: model.name, ...facts, latencyMs, tokens, costUsd });
  if (answer) cacheAnswer(key, answer);
  return drafts;
}

function draftsOf(combined: Combined): ParsedRequest[] | undefined {
  return "drafts" in combined ? combined.drafts : undefined;
}
