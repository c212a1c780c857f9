import type { Token } from "../types.ts";
import type { Boundary } from "./boundaries.ts";

/** The word or mark between two parts, if any. */
export const joints = [
  "comma",
  "and",
  "comma and",
  "also",
  "next",
  "sentence",
  "line",
  "item",
  "dash",
  "none",
] as const;
export type Joint = (typeof joints)[number];

/** Joints of the same strength share the weights of kinds and timings. */
export const strengths = ["comma", "and", "sentence", "none"] as const;
export type Strength = (typeof strengths)[number];

export interface Mark extends Boundary {
  joint: Joint;
}

export function jointOf(tokens: Token[], { at, next, separator, isNewLine }: Boundary): Joint {
  const { word } = tokens[at]!;
  if (separator === "item") return "item";
  if (isNewLine) return "line";
  if (at === next) return "none";
  if (["-", "+", "/"].includes(word)) return "dash";
  if (separator === "then") return "next";
  if (separator !== "and") return separator;
  if (word !== ",") return "and";
  return next - at > 1 ? "comma and" : "comma";
}

export function strengthOf(joint: Joint): Strength {
  if (joint === "and" || joint === "none" || joint === "comma") return joint;
  return joint === "comma and" ? "comma" : "sentence";
}

export const isWeak = (joint: Joint) =>
  joint === "comma" || joint === "and" || joint === "comma and";
