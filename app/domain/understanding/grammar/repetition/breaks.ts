import type { When } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";

/** The dates are the household's own: a break is only a name here. */
export const breakRules: Rule<When>[] = [
  rule({
    say: "[but] except|excluding|excepting [for|in|during|on] [the] school holidays|holiday|vacation|vacations|break|breaks",
    examples: [
      "except school holidays",
      "except in the school holidays",
      "excluding school breaks",
    ],
    means: () => except("School holidays"),
  }),
  rule({
    say: "[but] not in|during|on|over [the] school holidays|holiday|vacation|vacations|break|breaks",
    examples: ["not in the school holidays", "but not during school vacation"],
    means: () => except("School holidays"),
  }),
  rule({
    say: "outside [of] [the] school holidays|holiday|vacation|vacations|break|breaks",
    examples: ["outside of school holidays"],
    means: () => except("School holidays"),
  }),
  rule({
    say: "[but] except|excluding|excepting [for|in|during|over] [the] summer|winter|spring|autumn|fall|christmas|easter holidays|vacation|break",
    examples: ["except in the summer holidays", "excluding spring break"],
    means: (_, place) => except(lastTwoWords(place)),
  }),
  rule({
    say: "[but] not in|during|over [the] summer|winter|spring|autumn|fall|christmas|easter holidays|vacation|break",
    examples: ["not during the summer holidays", "but not over Christmas break"],
    means: (_, place) => except(lastTwoWords(place)),
  }),
];

function except(name: string): When {
  return { except: name, needs: "a repetition" };
}

/** "Summer holidays". */
function lastTwoWords({ scan, to }: Place): string {
  const name = `${scan.tokens[to - 2]!.word} ${scan.tokens[to - 1]!.word}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
