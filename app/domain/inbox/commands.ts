export type Command = TaskCommand | { command: "undo" } | { command: "list" };

export interface TaskCommand {
  command: "done" | "snooze";
  /** The words after the command, or null. */
  name: string | null;
}

const commands: Record<string, Command["command"]> = {
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

/** Reads "Done 👍" and "Undo, please!" too. Returns null for any other words. */
export function readCommand(plain: string): Command | null {
  const bare = plain.replaceAll("\ufe0f", "");
  const words = bare.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const word =
    words.replace(/[^\p{L}\p{N}]+(?:please|thanks|thank you|thx)(?: mila)?$/u, "") || bare;
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) return null;
  return command === "done" || command === "snooze" ? { command, name: null } : { command };
}

/** Reads "Done trash". */
export function readNamedCommand(plain: string): TaskCommand | null {
  const [, command, name] = /^(done|snooze)[\s:,-]+(\S.*)$/.exec(plain) ?? [];
  return command && name ? { command: command === "done" ? "done" : "snooze", name } : null;
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

/** True for polite words, or none at all. */
export function isChatter(plain: string): boolean {
  const words = plain
    .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" || chatter.has(words) || chatter.has(words.replace(/ mila$/, ""));
}
