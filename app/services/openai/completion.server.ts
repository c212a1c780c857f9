import { z } from "zod";

export interface Tokens {
  prompt: number;
  completion: number;
}

type ModelFailure = "refused" | "cut_off" | "wrong_shape" | "status" | "timeout" | "network";

/** What the model said, as JSON, or why nothing; `status` is HTTP's. */
export type Reply = { tokens: Tokens | null } & ({ answer: unknown } | { failure: ModelFailure; status?: number });

const count = z.int().nonnegative();

/** What is needed of a chat completion; compatible servers leave out much of the rest. */
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

/**
 * The JSON that a chat completion holds, or why there is none: refused (by the model or by the provider's filter), cut
 * off at the length allowed, or of another shape than the protocol's.
 */
export function readCompletion(body: unknown): Reply {
  const { success, data } = completion.safeParse(body);
  if (!success) return { failure: "wrong_shape", tokens: null };
  const { usage } = data;
  const tokens = usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens } : null;
  const [{ finish_reason, message }] = data.choices;
  if (message.refusal || finish_reason === "content_filter") return { failure: "refused", tokens };
  if (finish_reason === "length") return { failure: "cut_off", tokens };
  try {
    return { answer: JSON.parse(message.content ?? ""), tokens };
  } catch {
    return { failure: "wrong_shape", tokens };
  }
}
