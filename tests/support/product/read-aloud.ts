import { virtual } from "@guidepup/virtual-screen-reader";
import { JSDOM } from "jsdom";

/** More than any page has. */
const maxPhrases = 5_000;

/** Returns what a screen reader says of a page as it was served, from its top to its end. */
export async function readAloud(html: string): Promise<string[]> {
  const { window } = new JSDOM(html, { url: "https://mila.example/" });
  await virtual.start({ container: window.document.body });
  try {
    for (let count = 0; count < maxPhrases; count += 1) {
      await virtual.next();
      if ((await virtual.lastSpokenPhrase()) === "end of document")
        return await virtual.spokenPhraseLog();
    }
    throw new Error("The page has no end");
  } finally {
    await virtual.stop();
    window.close();
  }
}

/** Returns the part of what is said from one phrase to another. */
export function between(phrases: readonly string[], from: string, to: string): string[] {
  const start = phrases.indexOf(from);
  const end = phrases.indexOf(to, start);
  if (start < 0 || end < 0)
    throw new Error(`“${from}” to “${to}” is not in: ${phrases.join(" | ")}`);
  return phrases.slice(start, end + 1);
}
