import { expect, test } from "vitest";
import { readWords } from "#app/domain/delegation/by-text/reply-words.ts";
import { readCommand } from "#app/domain/inbox/commands.ts";

test.each([
  ["Done", "done"],
  ["Done 👍", "done"],
  ["done, thank you Mila!", "done"],
  ["✅", "done"],
  ["✔️", "done"],
  ["✅ Done.", "done"],
  ["/done", "done"],
  ["Later please 🙏", "snooze"],
  ["UNDO!!!", "undo"],
  ["“List”", "list"],
])("%s is a command", (text, command) => {
  expect(readCommand(readWords(text).plain)?.command).toBe(command);
});

test.each([
  "Done with the dishes",
  "List the car for sale",
  "Undo the bike lock",
  "Thanks",
  "👍",
  "",
  "constructor",
])("%s is no command", (text) => {
  expect(readCommand(readWords(text).plain)).toBeNull();
});
