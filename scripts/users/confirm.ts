import { createInterface } from "node:readline/promises";

/** Returns false at the end of the input, as without a terminal. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
    void lines.question(question).then(resolve, () => resolve(""));
  });
  const text = await answer;
  lines.close();
  return text.trim().toLowerCase() === "yes";
}
