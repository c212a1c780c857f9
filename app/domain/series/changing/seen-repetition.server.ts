import { createHash } from "node:crypto";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import type { Series } from "../occurrences/series.server.ts";

type Repetition = Pick<
  Series,
  "rule" | "counts_from" | "skipped_breaks" | "paused_until" | "ended_at"
>;

/**
 * Returns false for a series that has ended or has an invalid rule: the form then starts a new one.
 */
export function isShown({ ended_at, rule }: Pick<Series, "ended_at" | "rule">): boolean {
  return ended_at === null && parseRule(rule).status === "accepted";
}

/** Stands for the repetition that a form shows, so that saving it replaces no other. */
export function seenRepetition(series: Repetition | undefined): string {
  if (!series || !isShown(series)) return "none";
  const { rule, counts_from, skipped_breaks, paused_until } = series;
  const shown = JSON.stringify([rule, counts_from, skipped_breaks, paused_until]);
  return createHash("sha256").update(shown).digest("base64url");
}
