import type OpenAI from "openai";
import { env } from "#app/config/env.server.ts";
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
  const reply = await complete(model, question, AbortSignal.timeout(timeoutMs));
  const latencyMs = Math.round(performance.now() - startedAt);
  return { ...reply, latencyMs, costUsd: reply.tokens && priceOf(model.name, reply.tokens) };
}

async function complete(model: Model, question: Question, signal: AbortSignal): Promise<Reply> {
  try {
    // Loaded on first use: it takes 200 ms and 30 MB.
    const { OpenAI } = await import("openai");
    const client = new OpenAI({
      apiKey: model.apiKey,
      baseURL: model.baseUrl,
      maxRetries: 0,
      fetchOptions: { redirect: "error" },
      logLevel: "off",
    });
    // The SDK's own timeout ends with the headers; the signal also covers the body.
    return readCompletion(await client.chat.completions.create(bodyOf(model, question), { signal }));
  } catch (error) {
    return failureOf(error, signal);
  }
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

function failureOf(error: unknown, signal: AbortSignal): Reply {
  const tokens = null;
  if (signal.aborted) return { failure: "timeout", tokens };
  if (error instanceof SyntaxError) return { failure: "wrong_shape", tokens };
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    return { failure: "status", status: error.status, tokens };
  }
  return { failure: "network", tokens };
}
