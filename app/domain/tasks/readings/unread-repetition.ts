import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";

type Draft = Pick<ParsedRequest, "repeats" | "source" | "unreadRepetition">;

/**
 * Returns words such as "twice a week" of a request whose repetition Mila can't express as a rule,
 * or "".
 */
export function unreadRepetition(
  text: string,
  { repeats, source, unreadRepetition: unread }: Draft,
): string {
  if (unread) return text.slice(unread.start, unread.end);
  const said = text.slice(source.start, source.end);
  const isAccepted = repeats !== null && parseRule(repeats.rule).status === "accepted";
  // For "twice daily", the rule is only "daily".
  return (isAccepted ? severalTimes : phrase).exec(said)?.[0] ?? "";
}

const numberWord = "two|three|four|five|six|seven|eight|nine|ten|twelve|several|a few|a couple of";
const number = String.raw`(?:\d+|${numberWord})`;
const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const unit = `(?:minute|hour|day|night|morning|afternoon|evening|week|weekend|month|quarter|year|decade|season|spring|summer|fall|autumn|winter|${weekday})s?`;
const several = String.raw`(?:twice|thrice|${number} times|\d+ ?x)`;
const times = `(?:once|${several})(?: or ${several})?`;

const severalTimes = new RegExp(
  String.raw`\b${several} (?:daily|nightly|weekly|monthly|yearly|annually)\b`,
  "i",
);

const phrase = new RegExp(
  [
    String.raw`\b${times} (?:a|an|per|each|every|in a) (?:${number} )?${unit}\b`,
    String.raw`\b(?:every|each) (?:now and (?:then|again)|so often|once in a while)\b`,
    String.raw`\b(?:every|each) (?:(?:other|second|third|single|few|couple of|first|last|\d+(?:st|nd|rd|th)?|to|${numberWord}) )*${unit}(?: (?:and|or) ${unit})*`,
    String.raw`\b(?:on )?alternate ${unit}`,
    String.raw`\b(?:(?:semi-?|bi-?|tri-?)(?:annual|week|month|year)ly|semi-?annually|bi-?annually|quarterly|fortnightly|hourly)\b`,
  ].join("|"),
  "i",
);
