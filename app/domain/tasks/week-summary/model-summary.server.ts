import { LRUCache } from "lru-cache";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import {
  askModel,
  configuredModel,
  type Model,
  type ModelResult,
} from "#app/services/openai/model.server.ts";
import type { WeekFacts } from "../week/week.ts";
import { checkModelSummary, type Flaw } from "./check.ts";
import { answerSchema, instructions, summaryFacts } from "./prompt.ts";

/** Logged, so it contains nothing from the facts or the answer. */
type WeekCallFacts = { model: string; about: "week" } & (
  | { outcome: "over_limit" }
  | ({ outcome: string; wrong?: Flaw } & Pick<ModelResult, "latencyMs" | "tokens" | "costUsd">)
);

interface Options {
  log: (facts: WeekCallFacts) => void;
  /** Defaults to the configured model. */
  model?: Model | undefined;
  timeoutMs?: number | undefined;
}

// Stored in memory: a restart only costs another call.
const answers = new LRUCache<string, string>({ max: 500 });
const inFlight = new Map<string, Promise<string | null>>();

/** Returns null if the model hasn't answered yet, undefined without a model. */
export function cachedModelSummary(
  facts: WeekFacts,
  model = configuredModel,
): string | null | undefined {
  return model && (answers.get(cacheKey(model, facts)) ?? null);
}

/** Asks once for the same facts, and at most every five minutes per household. Never throws. */
export async function findModelSummary(
  viewer: Viewer,
  facts: WeekFacts,
  { log, model = configuredModel, timeoutMs }: Options,
): Promise<string | null> {
  if (!model) return null;
  const key = cacheKey(model, facts);
  const known = answers.get(key) ?? inFlight.get(key);
  if (known !== undefined) return known;
  if (!allowInMemory("week_summaries", viewer.householdId)) return null;
  if (!allowInMemory("model_calls", viewer.userId)) {
    log({ model: model.name, about: "week", outcome: "over_limit" });
    return null;
  }
  const answer = askForSummary(facts, { log, model, timeoutMs }).finally(() =>
    inFlight.delete(key),
  );
  inFlight.set(key, answer);
  const words = await answer;
  if (words) answers.set(key, words);
  return words;
}

function cacheKey(model: Model, facts: WeekFacts): string {
  return JSON.stringify([model.baseUrl, model.name, summaryFacts(facts)]);
}

async function askForSummary(
  facts: WeekFacts,
  { log, model, timeoutMs }: Options & { model: Model },
): Promise<string | null> {
  const material = summaryFacts(facts);
  const result = await askModel(model, { instructions, material, answerSchema }, timeoutMs);
  const { latencyMs, tokens, costUsd } = result;
  const call = { model: model.name, about: "week", latencyMs, tokens, costUsd } as const;
  if ("failure" in result) {
    log({ ...call, outcome: result.failure });
    return null;
  }
  const checked = checkModelSummary(result.answer, material);
  log({
    ...call,
    ...("wrong" in checked ? { outcome: "distrusted", wrong: checked.wrong } : { outcome: "used" }),
  });
  return "words" in checked ? checked.words : null;
}
