import type { Scan } from "../grammar/engine/reader.ts";

/** True when what is said from one token up to another takes back what came before: "no wait", "actually make it". */
export function isCorrection({ tokens }: Scan, from: number, to: number): boolean {
  if (to - from > LONGEST_CORRECTION) return false;
  const words = tokens.slice(from, to).filter(({ kind }) => kind === "word");
  return (
    words.some(({ word }) => TAKES_BACK.has(word)) &&
    words.every(({ word }) => TAKES_BACK.has(word) || HESITATES.has(word))
  );
}

const LONGEST_CORRECTION = 7;
const TAKES_BACK = new Set("no wait sorry actually rather scratch mean oops".split(" "));
const HESITATES = new Set("i or that it make um uh er let 's i'm on at better".split(" "));
