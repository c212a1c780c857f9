import type { Tokens } from "./completion.server.ts";

/** US dollars per million tokens (developers.openai.com/api/docs/pricing, November 2026). */
const prices: Record<string, { prompt: number; completion: number }> = {
  "gpt-6-luna": { prompt: 0.1, completion: 0.5 },
  "gpt-5.6-luna": { prompt: 0.2, completion: 1.2 },
  "gpt-5.6-terra": { prompt: 2, completion: 12 },
  "gpt-5.4-nano": { prompt: 0.2, completion: 1.25 },
  "gpt-5.4-mini": { prompt: 0.75, completion: 4.5 },
};

/** US dollars, rounded to the millionth; null for a model that is not listed. */
export function priceOf(model: string, tokens: Tokens): number | null {
  const price = Object.hasOwn(prices, model) && prices[model];
  if (!price) return null;
  return (
    Math.round(tokens.prompt * price.prompt + tokens.completion * price.completion) / 1_000_000
  );
}
