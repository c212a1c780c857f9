import type { WeekStart } from "#app/domain/understanding/types.ts";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import { draftByModel, type ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Model } from "#app/services/openai/model.server.ts";
import type { Thing } from "./thing.ts";

interface Asker {
  userId: string;
  timeZone: string;
  weekStart: WeekStart | undefined;
  /** The UTC instant at which the mail was written. */
  now: string;
}

/** Of one mail. */
const maxAsked = 5;

/**
 * Lets the model name the things that the rules are unsure of, and date those without a date. It
 * sees their sentences, and nothing else of the mail or the household. All of them stay unsure:
 * anybody can write a mail.
 */
export async function askAboutUnsure(
  things: readonly Thing[],
  asker: Asker,
  asked: { model: Model; log: (facts: ModelCallFacts) => void },
): Promise<Thing[]> {
  const unsure = new Set(things.filter(({ isSure }) => !isSure).slice(0, maxAsked));
  return Promise.all(
    things.map(async (thing) => {
      if (!unsure.has(thing)) return thing;
      const request = { ...asker, text: withoutPrivate(thing.sentence), familyMembers: [] };
      const drafts = await draftByModel(request, parseText(request).tasks, asked);
      const [draft] = drafts ?? [];
      if (draft === undefined || drafts!.length > 1) return thing;
      const { title, due, hasTime } = draft;
      return { ...thing, title, ...(!thing.due && { due, hasTime }) };
    }),
  );
}

const webAddress = /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)+\/\S*/gi;
const website = /\b[\w-]+\.(?:com|edu|gov|net|org|example)\b/gi;
const emailAddress = /\S+@\S+/g;
/** "GB29 NWBK 6016 1331 9268 19". */
const bankAccount = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{2,4}){3,8}\b/g;
/** Digits with what may stand between those of one number. */
const digits = /[+(]*\d(?:[\d\s().:/–-]*\d)?\)?/g;
const dayOrTime =
  /^(?:\d{1,2}[.:]\d{2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}-\d{1,2}-\d{1,2}|\d{1,2})$/;
/** A year, or two numbers of a day. */
const maxDigits = 4;

const leftOut = "...";

/** Leaves out addresses, and numbers that are neither days nor times nor short. */
export const withoutPrivate = (sentence: string): string =>
  sentence
    .replace(webAddress, leftOut)
    .replace(emailAddress, leftOut)
    .replace(website, leftOut)
    .replace(bankAccount, leftOut)
    .replace(digits, (written) => (isPlain(written) ? written : leftOut));

function isPlain(written: string): boolean {
  if (written.replaceAll(/\D/g, "").length <= maxDigits) return true;
  const parts = written.split(/\s*–\s*|\s+-\s+|(?<=[.:]\d{2})-|\s+/);
  // "06 12 34 56 78" has only short parts, and is a phone.
  return parts.every((part) => dayOrTime.test(part)) && parts.some((part) => /\D/.test(part));
}
