import type OpenAI from "openai";
import { env } from "#app/config/env.server.ts";
import { callWithClient } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";
import type { CallResult } from "../transport/http-call.server.ts";
import { readCompletion, type Reply } from "./completion.server.ts";
import { priceOf } from "./prices.ts";

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
  /** In the subset of JSON Schema that strict structured outputs support. */
  answerSchema: { name: string; schema: Record<string, unknown> };
}

export type ModelResult = Reply & {
  latencyMs: number;
  /** At list price; null when the price or token count is unknown. */
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
  return callWithClient(timeoutMs, (send) => {
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
