import type OpenAI from "openai";
import { env } from "#app/config/env.server.ts";
import { readCompletion, type Reply } from "./completion.server.ts";
import { priceOf } from "./prices.ts";

/** A model of OpenAI's, or of any server that speaks its protocol. */
export interface Model {
  name: string;
  apiKey: string;
  baseUrl: string;
}

interface Question {
  /** What the model is to do; ours alone. */
  instructions: string;
  /** What it is to do that with; whatever people type is in here. */
  material: unknown;
  /** The answer's shape, in the part of JSON Schema that strict structured outputs know. */
  answerSchema: { name: string; schema: Record<string, unknown> };
}

/** The tokens are null when the server does not say. */
export type ModelResult = Reply & {
  latencyMs: number;
  /** At the list price, without discounts; null when the price or the tokens are not known. */
  costUsd: number | null;
};

/** The one of the settings; none without OPENAI_API_KEY. */
export const configuredModel: Model | undefined = env.OPENAI_API_KEY
  ? { name: env.OPENAI_MODEL, apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }
  : undefined;

const defaultTimeoutMs = 10_000;

/**
 * Asks once, without retrying. The answer is JSON, but nobody has checked yet that it is of the shape asked for.
 * Never throws: what goes wrong is the result's `failure`, with the HTTP status for "status".
 * @param timeoutMs real time for everything: loading the SDK, connecting, and the last byte of the answer
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
    // Takes 200 ms and 30 MB, which those without a model need not spend.
    const { OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseUrl, maxRetries: 0, logLevel: "off" });
    // The SDK's own `timeout` ends with the headers; the signal holds for the body too.
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
    // These think before they answer unless told not to; other models refuse the parameter.
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
