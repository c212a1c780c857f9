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

const webAddress = /\b(?:https?:\/\/|www\.)\S+/gi;
const emailAddress = /\S+@\S+/g;
/** Of phones, accounts and invoices, but no dates. */
const longNumber =
  /\+\d[\d\s().-]{6,}\d|\(?\b\d{3}\)?[\s.-]?\d{3}[\s.-]\d{4}|\b0\d{2,4}[\s-]\d{3}[\d\s-]*|\d{5,}/g;

const leftOut = "...";

const withoutPrivate = (sentence: string): string =>
  sentence.replace(webAddress, leftOut).replace(emailAddress, leftOut).replace(longNumber, leftOut);
