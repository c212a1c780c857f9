import { LRUCache } from "lru-cache";
import { mayAskModel } from "#app/domain/understanding/model-limit.server.ts";
import { askModel, configuredModel, type Model, type ModelResult } from "#app/services/openai/model.server.ts";
import type { WeekFacts } from "../week/week.ts";
import { checkModelSummary, type Wrong } from "./check.ts";
import { answerSchema, instructions, summaryFacts } from "./prompt.ts";

/** What the log may know of a call: nothing of the facts or the answer. */
type WeekCallFacts = { model: string; about: "week" } & (
  | { outcome: "over_limit" }
  | ({ outcome: string; wrong?: Wrong } & Pick<ModelResult, "latencyMs" | "tokens" | "costUsd">)
);

interface Surroundings {
  log: (facts: WeekCallFacts) => void;
  /** The one of the settings unless told. */
  model?: Model | undefined;
  timeoutMs?: number | undefined;
}

interface Viewer {
  userId: string;
  householdId: string;
}

/** Ticking off a list changes the facts with each press: the model is for requests first. */
const restMs = 5 * 60_000;

// In memory, of this process: a restart costs another call, and reading a page changes nothing that is kept.
const answers = new LRUCache<string, string>({ max: 500 });
const onTheirWay = new Map<string, Promise<string | null>>();
const askedAt = new Map<string, number>();

/** The model's words for these facts; null while it has not told them, undefined without a model. */
export function cachedModelSummary(facts: WeekFacts, model = configuredModel): string | null | undefined {
  return model && (answers.get(keyOf(model, facts)) ?? null);
}

/**
 * Asks the model to tell the week, with the rules' facts as its only source; once for the same facts, whoever else asks
 * meanwhile, and a household at most once in five minutes. Null when the rules' own words are to serve: no model, nothing
 * new to be had now, or an answer that the facts do not bear out. Never throws.
 */
export async function findModelSummary(
  viewer: Viewer,
  facts: WeekFacts,
  { log, model = configuredModel, timeoutMs }: Surroundings,
): Promise<string | null> {
  if (!model) return null;
  const key = keyOf(model, facts);
  const known = answers.get(key) ?? onTheirWay.get(key);
  if (known !== undefined) return known;
  if (!mayAskNow(viewer.householdId)) return null;
  if (!mayAskModel(viewer.userId)) {
    log({ model: model.name, about: "week", outcome: "over_limit" });
    return null;
  }
  const asking = ask(facts, { log, model, timeoutMs }).finally(() => onTheirWay.delete(key));
  onTheirWay.set(key, asking);
  const words = await asking;
  if (words) answers.set(key, words);
  return words;
}

function keyOf(model: Model, facts: WeekFacts): string {
  return JSON.stringify([model.baseUrl, model.name, summaryFacts(facts)]);
}

function mayAskNow(householdId: string): boolean {
  const now = Date.now();
  for (const [id, at] of askedAt) if (at <= now - restMs) askedAt.delete(id);
  if (askedAt.has(householdId)) return false;
  askedAt.set(householdId, now);
  return true;
}

async function ask(
  facts: WeekFacts,
  { log, model, timeoutMs }: Surroundings & { model: Model },
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
  log({ ...call, ...("wrong" in checked ? { outcome: "distrusted", wrong: checked.wrong } : { outcome: "used" }) });
  return "words" in checked ? checked.words : null;
}
