import { readAssignment } from "../assignee/assignment.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { readOpening } from "../title/filler-words/remove.ts";

/** What stands before a request, and the token at which it begins to say what is to be done. */
export interface LeadIn {
  at: number;
  /** "I need to" and "remind me to" begin anew, "and" and "please" go on. */
  isNewRequest: boolean;
  /** "Ask Dan to". */
  isDelegated: boolean;
}

const maxLeadInTokens = 30;

/** Passes by talk, a time, and the asking of somebody, from one token up to another. */
export function readLeadIn({ scan, timeAt }: Reading, from: number, to: number): LeadIn {
  const lead: LeadIn = { at: from, isNewRequest: false, isDelegated: false };
  while (lead.at < Math.min(to, from + maxLeadInTokens)) {
    const asking = readAssignment(scan, lead.at);
    const time = timeAt[lead.at];
    const next = asking?.next ?? time?.to ?? readOpening(scan, lead.at)?.next;
    if (next === undefined && !skippedWords.has(scan.tokens[lead.at]!.word)) return lead;
    const words = scan.tokens.slice(lead.at, next ?? lead.at + 1);
    lead.isDelegated ||= asking !== null;
    lead.isNewRequest ||= asking !== null || (!time && words.some(({ word }) => speakerWords.has(word)));
    lead.at = next ?? lead.at + 1;
  }
  return lead;
}

/** The token after the words that only put a part in its place: "first", "to". */
export function skipSequenceWords({ tokens, timeAt }: Reading, from: number): number {
  let at = from;
  while (sequenceWords.has(tokens[at]?.word ?? "") && !timeAt[at]) at += 1;
  return at;
}

const sequenceWords = wordSet("to first firstly second secondly third thirdly next lastly finally");
const skippedWords = new Set([...sequenceWords, "i'll", "we'll", ..."-,.:;!?)"]);
const speakerWords = wordSet("i we i'm we're i'd we'd i'll we'll i've we've me us you remember forget reminder task");
