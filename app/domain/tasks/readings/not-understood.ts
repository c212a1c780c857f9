import type { ParsedRequest } from "#app/domain/understanding/types.ts";

/** "on Feb 30": words that name a day which is over, cannot be or cannot be read. */
export function notUnderstoodIn(text: string, { notUnderstood }: ParsedRequest): string {
  return notUnderstood.map(({ start, end }) => text.slice(start, end)).join(" … ");
}
