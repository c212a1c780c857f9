import { z } from "zod";

export interface Tokens {
  prompt: number;
  completion: number;
}

type ModelFailure = "refused" | "cut_off" | "wrong_shape" | "status" | "timeout" | "network";

export type Reply = { tokens: Tokens | null } & (
  | { answer: unknown }
  | { failure: ModelFailure; status?: number }
);

const count = z.int().nonnegative();

/** Compatible servers omit many other fields. */
const completion = z.object({
  choices: z.tuple(
    [
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

export function readCompletion(body: unknown): Reply {
  const { success, data } = completion.safeParse(body);
  if (!success) return { failure: "wrong_shape", tokens: null };
  const { usage } = data;
  const tokens = usage
    ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens }
    : null;
  const [{ finish_reason, message }] = data.choices;
  if (message.refusal || finish_reason === "content_filter") return { failure: "refused", tokens };
  if (finish_reason === "length") return { failure: "cut_off", tokens };
  try {
    return { answer: JSON.parse(message.content ?? ""), tokens };
  } catch {
    return { failure: "wrong_shape", tokens };
  }
}
