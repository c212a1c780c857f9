import { readAssignment } from "../assignee/assignment.ts";
import { isErrand } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { readOpening } from "../title/filler-words/remove.ts";

export interface LeadIn {
  at: number;
  /** "I need to", "remind me to"; not "please". */
  isNewRequest: boolean;
  /** "Ask Dan to". */
  isDelegated: boolean;
}

const maxLeadInTokens = 30;

export function readLeadIn({ scan, timeAt }: Reading, from: number, to: number): LeadIn {
  const leadIn: LeadIn = { at: from, isNewRequest: false, isDelegated: false };
  while (leadIn.at < Math.min(to, from + maxLeadInTokens)) {
    const assignment = readAssignment(scan, leadIn.at);
    const time = timeAt[leadIn.at];
    const next = assignment?.next ?? time?.to ?? afterOpening(scan, leadIn.at);
    if (next === undefined && !skippedWords.has(scan.tokens[leadIn.at]!.word)) return leadIn;
    const words = scan.tokens.slice(leadIn.at, next ?? leadIn.at + 1);
    leadIn.isDelegated ||= assignment !== null;
    leadIn.isNewRequest ||=
      assignment !== null || (!time && words.some(({ word }) => speakerWords.has(word)));
    leadIn.at = next ?? leadIn.at + 1;
  }
  return leadIn;
}

function afterOpening(scan: Reading["scan"], at: number): number | undefined {
  return readOpening(scan, at)?.next ?? afterPerson(scan, at);
}

/** "For Finn buy a protractor", "Finn to walk the dog". */
function afterPerson({ tokens, names }: Reading["scan"], at: number): number | undefined {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ word }) => word);
  const isSomeone =
    (first === "for" && names.has(second ?? "")) || (names.has(first!) && second === "to");
  return isSomeone && isErrand(third ?? "") ? at + 2 : undefined;
}

export function skipSequenceWords({ tokens, timeAt }: Reading, from: number): number {
  let at = from;
  while (sequenceWords.has(tokens[at]?.word ?? "") && !timeAt[at]) at += 1;
  return at;
}

const sequenceWords = wordSet("to first firstly second secondly third thirdly next lastly finally");
const skippedWords = new Set([...sequenceWords, "i'll", "we'll", ..."-,.:;!?)"]);
const speakerWords = wordSet(
  "i we i'm we're i'd we'd i'll we'll i've we've me us you remember forget reminder task someone somebody",
);
