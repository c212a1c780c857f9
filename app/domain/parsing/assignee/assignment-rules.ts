import { wordAfter } from "../grammar/engine/place.ts";
import { type Place, type Rule, rule } from "../grammar/engine/rule.ts";
import { isErrand } from "../lexicon/errands.ts";
import { NOTHING_TO_DO } from "../lexicon/giving.ts";

/** How one says who is to do it. Each means the family member's name. */
export const ASKING_RULES: Rule<string>[] = [
  rule({ say: "ask|tell|remind|assign {doer} to", examples: ["ask Dan to", "tell my husband to"], means: toDo }),
  rule({ say: "get|have {doer} [to]", examples: ["have Dan", "get Dan to"], means: toDoAnErrand }),
  rule({
    say: "ask {doer} if|whether he|she|they can|could|would|will",
    examples: ["ask Dan if he can"],
    means: toDo,
  }),
  rule({
    say: "see|check if|whether {doer} can|could|would|will",
    examples: ["see if Dan can"],
    means: toDo,
  }),
  rule({ say: "[i|we] need|want {doer} to", examples: ["I need Dan to"], means: toDo }),
  rule({ say: "i'd|we'd like {doer} to", examples: ["I'd like Dan to"], means: toDo }),
  rule({ say: "{doer} [really] should|must|can|could|will", examples: ["Dan should", "Dan can"], means: toDo }),
  rule({ say: "{doer} [really] needs|has|ought to", examples: ["Dan needs to"], means: toDo }),
  rule({ say: "{doer} is|'s going|supposed to", examples: ["Dan is supposed to"], means: toDo }),
  rule({ say: "can|could|would|will|should {doer}", examples: ["can Dan"], means: toDoAnErrand }),
  rule({ say: "[for] {doer} to|:|,", examples: ["Dan to", "for Dan:"], means: toDoAnErrand }),
  rule({ say: "@{doer} [to|:|,]", examples: ["@Dan"], means: toDo }),
  rule({ say: "[it 's] {doer} 's turn|job to", examples: ["it's Dan's turn to"], means: toDo }),
  rule({
    say: "task|todo|reminder|job|chore for {doer} [to|:|,|-]",
    examples: ["task for Dan:"],
    means: ({ doer }) => doer,
  }),
];

/** Whom a request ends with: "assign to Dan". */
export const ASKED_LAST_RULES: Rule<string>[] = [
  rule({ say: "[,] assign|assigned [it|this|that] to {doer}", examples: ["assign to Dan"], means: ({ doer }) => doer }),
  rule({ say: "( {doer} )", examples: ["(Dan)"], means: ({ doer }) => doer }),
  rule({ say: "@{doer}", examples: ["@Dan"], means: ({ doer }) => doer }),
];

function toDo({ doer }: { doer: string }, place: Place): string | null {
  const next = nextWord(place);
  return /^\p{L}/u.test(next) && !NOTHING_TO_DO.has(next) ? doer : null;
}

/** "Have Dan over", "get Dan to the airport" and "get Dan to work" ask him to do nothing. */
function toDoAnErrand({ doer }: { doer: string }, place: Place): string | null {
  return isErrand(nextWord(place)) ? doer : null;
}

function nextWord(place: Place): string {
  return POLITE.has(wordAfter(place)) ? wordAfter(place, 2) : wordAfter(place);
}

const POLITE = new Set("please also just probably maybe really quickly".split(" "));
