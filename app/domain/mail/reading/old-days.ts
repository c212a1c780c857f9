import { anywhere } from "./phrases.ts";
import { isMoved } from "./said.ts";
import { type MailToRead, readSentences } from "./sentences.ts";
import type { Thing } from "./thing.ts";

/** "At 3pm instead of 2pm", "on Friday, not Thursday", "the new date is". */
const corrections = anywhere(
  "instead of",
  "rather than",
  "correct|corrected|correction|erratum",
  "new|revised|updated date|day|time",
  "will now",
  "not [on|at|the] [mon|tue|wed|thu|fri|sat|sun]*day",
  "wrong date|day|time",
);

/** Says whether a sentence changes what was said before. */
export const isCorrection = (text: string): boolean => isMoved(text) || corrections.test(text);

/** Lists the other days (YYYY-MM-DD) that a thing's sentence names: "moved from the 17th to …". */
export function oldDaysOf(mail: MailToRead, { sentence, due }: Thing): string[] {
  const times = readSentences(mail, sentence, mail.sentAt).flatMap((read) => read.times);
  const days = times
    .filter(({ hasDay }) => hasDay)
    .flatMap(({ text }) => text.split(/,? (?:and )?(?:not|instead of|rather than) (?:by |on )?/))
    .flatMap((day) => {
      const [read] = readSentences(mail, `Trip on ${day.replace(/^by /, "")}`, mail.sentAt);
      return read?.tasks[0]?.due?.local.slice(0, "2026-11-30".length) ?? [];
    });
  return [...new Set(days)].filter((day) => !due?.local.startsWith(day));
}
