import { z } from "zod";

export function wholeNumber({
  defaultValue,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  expected = min > 0 ? `a whole number from ${min}` : "a whole number",
  example = defaultValue,
}: {
  defaultValue: number;
  min?: number;
  max?: number;
  expected?: string;
  example?: number;
}) {
  const error = mustBe(expected, String(example));
  return z.coerce.number(error).int(error).min(min, error).max(max, error).default(defaultValue);
}

export function oneWord(example: string) {
  return z
    .string()
    .trim()
    .regex(/^[!-~]+$/, mustBe("one word of ASCII characters", example));
}

export function phoneNumber() {
  return z
    .string()
    .regex(/^\+\d{5,15}$/, mustBe("a phone number with its country code", "+15550100000"));
}

export function apiAddress(example: string) {
  return z
    .string()
    .refine(isApiAddress, mustBe("the address of the API", example))
    .transform((url) => url.replace(/\/+$/, ""));
}

export function isApiAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

export function mustBe(expected: string, example: string) {
  return { error: `must be ${expected}, for example ${example}` };
}
