import { config, z } from "zod";

// With JIT, zod tests for eval, which browsers report as a violation of our
// Content-Security-Policy.
config({ jitless: true });

export { z };

/** Keeps tabs and line breaks. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, "");
}

/** Also strips control characters. */
export function collapseWhitespace(text: string): string {
  return stripControlCharacters(text).replaceAll(/\s+/g, " ");
}

/** The oldest browsers that Mila works in do not know `URL.canParse`. */
export function readAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
