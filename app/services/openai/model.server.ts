import type OpenAI from "openai";
import { env } from "#app/config/env.server.ts";
import { callWithClient } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";
import type { CallResult } from "../transport/http-call.server.ts";
import { readCompletion, type Reply, type Tokens } from "./completion.server.ts";

export interface Model {
  name: string;
  apiKey: string;
  baseUrl: string;
}

interface Question {
  /** Never contains user input. */
  instructions: string;
  /** May contain user input. */
  material: unknown;
  /** Written in the subset of JSON Schema that strict structured outputs support. */
  answerSchema: { name: string; schema: Record<string, unknown> };
}

export type ModelResult = Reply & {
  latencyMs: number;
  /** The cost at list price; null when the price or token count is unknown. */
  costUsd: number | null;
};

export const configuredModel: Model | undefined = env.OPENAI_API_KEY
  ? { name: env.OPENAI_MODEL, apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }
  : undefined;

const defaultTimeoutMs = 10_000;

/**
 * Asks once and never throws. The caller checks the shape of the answer.
 * @param timeoutMs includes loading the SDK and the last byte of the answer
 */
export async function askModel(
  model: Model,
  question: Question,
  timeoutMs: number = defaultTimeoutMs,
): Promise<ModelResult> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const result = await complete(model, question, { signal, timeoutMs }).catch(() => null);
  const reply = readReply(result, signal.aborted);
  const latencyMs = Math.round(performance.now() - startedAt);
  return { ...reply, latencyMs, costUsd: reply.tokens && priceOf(model.name, reply.tokens) };
}

async function complete(
  model: Model,
  question: Question,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<CallResult> {
  // Loaded on first use: it takes 200 ms and 30 MB.
  const { OpenAI } = await import("openai");
  // The signal ends it first, so that a late answer counts as one.
  return callWithClient(timeoutMs + 1_000, (send) => {
    const { apiKey, baseUrl: baseURL } = model;
    const client = new OpenAI({
      apiKey,
      baseURL,
      maxRetries: 0,
      fetch: toFetch(send),
      logLevel: "off",
    });
    return client.chat.completions.create(bodyOf(model, question), { signal });
  });
}

function bodyOf(
  { name }: Model,
  { instructions, material, answerSchema }: Question,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model: name,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: JSON.stringify(material) },
    ],
    response_format: { type: "json_schema", json_schema: { ...answerSchema, strict: true } },
    max_completion_tokens: 3_000,
    // These models think before answering by default; others reject the parameter.
    ...(/^gpt-(5\.|[6-9])/.test(name) && { reasoning_effort: "none" }),
  };
}

/** @param result null if nothing was sent */
function readReply(result: CallResult | null, isLate: boolean): Reply {
  const tokens = null;
  if (result?.type !== "answered") return { failure: isLate ? "timeout" : "network", tokens };
  const { status, body } = result;
  return status === 200 ? readCompletion(body) : { failure: "status", status, tokens };
}

/** US dollars per million tokens (developers.openai.com/api/docs/pricing, November 2026). */
const prices: Record<string, { prompt: number; completion: number }> = {
  "gpt-6-luna": { prompt: 0.1, completion: 0.5 },
  "gpt-5.6-luna": { prompt: 0.2, completion: 1.2 },
  "gpt-5.6-terra": { prompt: 2, completion: 12 },
  "gpt-5.4-nano": { prompt: 0.2, completion: 1.25 },
  "gpt-5.4-mini": { prompt: 0.75, completion: 4.5 },
};

/** Returns US dollars, rounded to the millionth; null for a model that is not listed. */
function priceOf(model: string, tokens: Tokens): number | null {
  const price = Object.hasOwn(prices, model) && prices[model];
  if (!price) return null;
  return (
    Math.round(tokens.prompt * price.prompt + tokens.completion * price.completion) / 1_000_000
  );
}
