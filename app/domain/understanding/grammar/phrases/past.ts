import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import type { Token, When } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

/** Times that set no due date. Reading them keeps other rules from reading a part of them. */
export const pastRules: Rule<When>[] = [
  rule({ say: "yesterday [{part}]", examples: ["yesterday", "yesterday morning"], means: over }),
  rule({ say: "[the] day before yesterday", examples: ["the day before yesterday"], means: over }),
  rule({
    say: "last night|week|weekend|month|year|time",
    examples: ["last night"],
    means: ignored,
  }),
  rule({
    say: "[on] last|past {weekday} [{part}]",
    examples: ["last Friday", "on last Friday night"],
    means: over,
  }),
  rule({ say: "[this] past {weekday}", examples: ["this past Friday"], means: over }),
  rule({ say: "last {month}", examples: ["last October"], means: ignored }),
  rule({ say: "last {holiday}", examples: ["last Christmas"], means: ignored }),
  rule({ say: "{duration} ago", examples: ["two weeks ago"], means: over }),
  rule({
    say: "{number} / 7",
    examples: ["24/7"],
    means: ({ number }) => (number === 24 ? ignored() : null),
  }),
  rule({
    say: "{duration} a|per|each day|week|month|year|night",
    examples: ["20 minutes a day"],
    means: ignored,
  }),
  rule({
    say: "{number} by|x {number2}",
    examples: [],
    means: (_, { scan, to }) => (isThing(scan.tokens[to]) ? ignored() : null),
  }),
  rule({ say: "since {day}", examples: ["since Monday"], means: ignored }),
  rule({ say: "for {duration}", examples: ["for 20 minutes", "for two weeks"], means: ignored }),
];

/** "5 by 7 photos" is a size; in "dinner for 5 by 7 tonight", 7 is a time. */
function isThing(token: Token | undefined): boolean {
  return token?.type === "word" && !connectingWords.has(token.word);
}

function ignored(): When {
  return { isIgnored: true };
}

function over(): When {
  return { isIgnored: true, isOver: true, blocks: "clock" };
}
