export type Command = "done" | "snooze" | "undo" | "list";

const commands: Record<string, Command> = {
  done: "done",
  "it's done": "done",
  "its done": "done",
  finished: "done",
  "✅": "done",
  "✔": "done",
  snooze: "snooze",
  later: "snooze",
  "remind me later": "snooze",
  undo: "undo",
  cancel: "undo",
  "take it back": "undo",
  list: "list",
  today: "list",
  "what's today": "list",
};

/** "Done 👍" and "Undo, please!" too. Null for any other words. */
export function readCommand(text: string): Command | null {
  const plain = text.normalize("NFKC").replaceAll("’", "'").replaceAll("\ufe0f", "").trim().toLowerCase();
  const words = plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const word = words.replace(/[^\p{L}\p{N}]+(?:please|thanks|thank you|thx)(?: mila)?$/u, "") || plain;
  return Object.hasOwn(commands, word) ? (commands[word] ?? null) : null;
}

const chatter = new Set([
  "thanks",
  "thank you",
  "thx",
  "ty",
  "hi",
  "hello",
  "hey",
  "good morning",
  "good night",
  "bye",
]);

/** Polite words, or no words at all. */
export function isChatter(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" || chatter.has(words) || chatter.has(words.replace(/ mila$/, ""));
}
