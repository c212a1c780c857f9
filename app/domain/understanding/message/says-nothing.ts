import { assigneeNamesOf } from "../assignee/assignee-names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { readTokens } from "../resolve/reading.ts";
import { isOnlyFiller } from "../title/filler-words/remove.ts";
import { tokenize } from "../tokenize/tokenize.ts";

/** Words without meaning beside a time: "on Monday then". */
const emptyWords =
  wordSet(`a an the and or but to on at by in for of it this that then so well oh ah um umm uh uhh er erm hmm mm like just
  yes yeah yep yup no nope ok okay hi hey hello hiya mila thanks thank you please i me us we my our is be do maybe not
  remind remember add task`);

/** True for text without anything to do: only a time, a greeting, a filler. */
export function saysNothingToDo(text: string, now: string, timeZone: string): boolean {
  if (/\p{Extended_Pictographic}/u.test(text)) return false;
  const tokens = tokenize(text);
  const context = {
    text,
    now,
    timeZone,
    familyMembers: [],
    names: new Set<string>(),
    assigneeNames: assigneeNamesOf([]),
  };
  const { timeAt } = readTokens(context, tokens, { start: 0, end: text.length });
  const others = tokens.filter(
    ({ type, word }, at) => type !== "symbol" && !timeAt[at] && !emptyWords.has(word),
  );
  return others.length === 0 || isOnlyFiller(tokens.filter((_, at) => !timeAt[at]));
}
