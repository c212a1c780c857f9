import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import { parseRule } from "../recurrence/rule.ts";

type Draft = Pick<ParsedRequest, "repeats" | "source">;

/** "twice a week": words that say how often, of a request that does not repeat by a rule that Mila takes. Or empty. */
export function unreadRepetition(text: string, { repeats, source }: Draft): string {
  if (repeats && parseRule(repeats.rule).status === "taken") return "";
  return phrase.exec(text.slice(source.start, source.end))?.[0] ?? "";
}

const number = String.raw`(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|several|a few|a couple of)`;
const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const unit = `(?:minute|hour|day|night|morning|afternoon|evening|week|weekend|month|quarter|year|decade|season|spring|summer|fall|autumn|winter|${weekday})s?`;
const times = `(?:once|twice|thrice|${number} times)(?: or (?:twice|thrice|${number} times))?`;

const phrase = new RegExp(
  [
    String.raw`\b${times} (?:a|an|per|each|every|in a) (?:${number} )?${unit}\b`,
    String.raw`\b(?:every|each) (?:now and (?:then|again)|so often|once in a while)\b`,
    String.raw`\b(?:every|each) (?:(?:other|second|third|single|few|couple of|first|last|\d+(?:st|nd|rd|th)?|${number}) )*${unit}(?: (?:and|or) ${unit})*`,
    String.raw`\b(?:on )?alternate ${unit}`,
    String.raw`\b(?:(?:semi-?|bi-?|tri-?)(?:annual|week|month|year)ly|semi-?annually|bi-?annually|quarterly|fortnightly|hourly)\b`,
  ].join("|"),
  "i",
);
