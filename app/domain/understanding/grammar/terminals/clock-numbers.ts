import type { Reader, Scan } from "../engine/types.ts";
import { hasPrefixSymbol, readInteger } from "./integers.ts";

/** Reads 0 to 24 in digits, or 1 to 12 in words. */
export const readHour: Reader<{ hour: number; isExact: boolean }> = (scan, at) => {
  const token = scan.tokens[at]!;
  if (token.type === "number" && (token.text.length > 2 || hasPrefixSymbol(scan.tokens, at)))
    return null;
  if (isDecimalPlace(scan, at)) return null;
  const whole = readInteger(scan, at);
  if (!whole || whole.value > 24) return null;
  if (token.type === "word" && (whole.value > 12 || whole.value === 0)) return null;
  const isExact = whole.value > 12 || token.text.startsWith("0");
  return { value: { hour: whole.value, isExact }, next: whole.next };
};

export const readMinute: Reader<number> = (scan, at) => {
  const token = scan.tokens[at]!;
  if (token.type === "number")
    return token.text.length === 2 && Number(token.text) < 60
      ? { value: Number(token.text), next: at + 1 }
      : null;
  if (token.word === "oh" || token.word === "o") {
    const ones = scan.tokens[at + 1] && readInteger(scan, at + 1);
    return ones && ones.value >= 1 && ones.value <= 9 ? ones : null;
  }
  const whole = readInteger(scan, at);
  return whole && whole.value >= 10 && whole.value < 60 ? whole : null;
};

/** The 10 of "$84.10". */
function isDecimalPlace({ tokens }: Scan, at: number): boolean {
  const [number, point] = [tokens[at - 2], tokens[at - 1]];
  const isPoint = point?.word === "." || point?.word === ",";
  return number?.type === "number" && isPoint && point.isAttached && tokens[at]!.isAttached;
}
