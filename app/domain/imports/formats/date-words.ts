import { isDate } from "#app/domain/core/limits.ts";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import type { ImportedTask } from "../row.ts";
import type { Reading } from "./reading.ts";

interface DateWords {
  due: ImportedTask["due"];
  repeats: ImportedTask["repeats"];
  /** Why the words could not be read, or null. */
  unread: string | null;
}

const none: DateWords = { due: null, repeats: null, unread: null };

/** Understanding words takes milliseconds, and most files say the same few again and again. */
const maxDifferent = 2_000;

/**
 * Creates a reader for one file's dates, as Todoist writes them: "2026-12-24 18:00", "every! 3
 * days".
 */
export function createDateReader(now: string) {
  const read = new Map<string, DateWords>();
  return (text: string, timeZone: string, language: string): DateWords => {
    const words = text.trim();
    if (words === "") return none;
    const written = readWritten(words);
    if (written) return { ...none, due: { ...written, timeZone } };
    const unread = { ...none, unread: `I can't read its date \u201c${words.slice(0, 80)}\u201d.` };
    if (!/^(en.*)?$/i.test(language.trim()) || words.length > maxWords) return unread;
    const key = `${timeZone}\n${words}`;
    const known = read.get(key);
    if (known) return known;
    if (read.size >= maxDifferent) return { ...none, unread: tooManyDifferent };
    const understood = understandDate(words, { now, timeZone }) ?? unread;
    read.set(key, understood);
    return understood;
  };
}

const maxWords = 200;
const tooManyDifferent = "The file has too many different dates in words.";

/** Returns null for words that were not understood, or only in part. */
function understandDate(
  words: string,
  { now, timeZone }: Omit<Reading, "counts">,
): DateWords | null {
  const isFromDone = words.toLowerCase().startsWith("every!");
  const plain = words.replace(/^every!/i, "every");
  const request = { text: `do it ${plain}`, timeZone, now, familyMembers: [] };
  const [draft, ...others] = parseRequests(request);
  const isWhole =
    draft?.due &&
    others.length === 0 &&
    draft.notUnderstood.length === 0 &&
    draft.unreadRepetition === null &&
    draft.title.toLowerCase() === "do it";
  if (!isWhole || (/^every\b/i.test(plain) && !draft.repeats)) return null;
  const { due, hasTime, repeats } = draft;
  return {
    due: { local: due!.local, timeZone, hasTime },
    repeats: repeats && { rule: repeats.rule, from: isFromDone ? "done" : repeats.from },
    unread: null,
  };
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Reads a date that says its year: "2024-03-17", "17 Mar 2024", "Mar 17 2024 @ 9:30". */
function readWritten(words: string): { local: string; hasTime: boolean } | null {
  const [, iso, isoTime] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]+(?:@ ?)?(\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(words) ?? [];
  if (iso) return toLocal(iso, isoTime);
  const [dayWords = "", time] = words.split(/,? (?:@ ?|at )?(?=\d{1,2}:\d{2}$)/);
  const [, day, month, dayAfter, year] =
    /^(?:(\d{1,2}) )?([A-Za-z]{3})[a-z]*\.?(?: (\d{1,2}))?,? (\d{4})$/.exec(dayWords) ?? [];
  const number = months.indexOf((month ?? "").toLowerCase()) + 1;
  const dayOfMonth = day ?? dayAfter;
  if (!year || number === 0 || !dayOfMonth) return null;
  const two = (count: number | string) => String(count).padStart(2, "0");
  return toLocal(`${year}-${two(number)}-${two(dayOfMonth)}`, time);
}

/** Returns null for a date or a time that does not exist. @param time "18:00" */
export function toLocal(date: string, time: string | undefined) {
  const clock = (time ?? usualTime).padStart(5, "0");
  if (!isDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) return null;
  return { local: `${date}T${clock}`, hasTime: time !== undefined };
}
