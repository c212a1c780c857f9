import { wordSet } from "../lexicon/word-set.ts";
import { isPartOfAddress } from "../people/named-members.ts";
import type { Token } from "../types.ts";

/** Writes lower-case places and makers as names: "flights to denver" is "flights to Denver". */
export function writePlaces(tokens: Token[]): Token[] {
  const written = [...tokens];
  for (const at of tokens.keys()) {
    const count = nameAt(tokens, at);
    if (count === 0 || isPartOfAddress(tokens, at, count)) continue;
    for (let index = at; index < at + count; index += 1)
      written[index] = { ...tokens[index]!, text: capitalized(tokens[index]!.text) };
  }
  return written;
}

/** Returns the number of its tokens, or 0. */
function nameAt(tokens: Token[], at: number): number {
  const [word = "", next = ""] = [tokens[at]?.word, tokens[at + 1]?.word];
  if (longNames.has(`${word}_${next}`)) return 2;
  return names.has(word) || acronyms.has(word) ? 1 : 0;
}

function capitalized(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return acronyms.has(text) ? text.toUpperCase() : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Only words that name nothing else in lower case: not "nice", "reading", "mobile" or "target". */
const names = wordSet(`
  denver chicago boston seattle houston dallas austin miami atlanta detroit philadelphia baltimore
  pittsburgh cleveland cincinnati minneapolis milwaukee nashville memphis orlando tampa portland
  sacramento oakland honolulu albuquerque tucson omaha tulsa louisville brooklyn manhattan
  california texas florida colorado arizona nevada oregon ohio michigan wisconsin minnesota
  illinois indiana iowa kansas missouri kentucky tennessee alabama mississippi louisiana arkansas
  oklahoma nebraska montana wyoming idaho utah alaska hawaii vermont maine massachusetts
  connecticut delaware maryland pennsylvania toronto montreal vancouver ottawa calgary
  london manchester liverpool birmingham edinburgh glasgow dublin belfast paris berlin munich
  hamburg vienna zurich rome milan venice madrid barcelona lisbon amsterdam brussels copenhagen
  stockholm oslo helsinki prague budapest warsaw athens istanbul dubai tokyo kyoto seoul sydney
  melbourne brisbane auckland canada mexico england scotland wales ireland france germany austria
  switzerland italy spain portugal netherlands belgium denmark sweden norway finland poland greece
  japan india australia europe africa
  netflix hulu spotify costco walmart ikea walgreens starbucks youtube`);

const longNames = wordSet(`
  new_york new_jersey new_mexico new_orleans new_zealand los_angeles las_vegas san_francisco
  san_diego san_antonio san_jose santa_fe santa_barbara salt_lake st_louis north_carolina
  south_carolina`);

const acronyms = wordSet("cvs usps nyc");
