import { readAsking } from "../assignee/assignment.ts";
import type { Reading } from "../resolve/reading.ts";
import { readOpening } from "../title/filler-words/remove.ts";

/** What stands before a request, and the token at which it begins to say what is to be done. */
export interface Lead {
  at: number;
  /** "I need to" and "remind me to" begin anew, "and" and "please" go on. */
  isAnew: boolean;
  /** "Ask Dan to". */
  isAsked: boolean;
}

const LONGEST_LEAD = 30;

/** Passes by talk, a time, and the asking of somebody, from one token up to another. */
export function leadOf({ scan, timeAt }: Reading, from: number, to: number): Lead {
  const lead: Lead = { at: from, isAnew: false, isAsked: false };
  while (lead.at < Math.min(to, from + LONGEST_LEAD)) {
    const asking = readAsking(scan, lead.at);
    const time = timeAt[lead.at];
    const next = asking?.next ?? time?.to ?? readOpening(scan, lead.at)?.next;
    if (next === undefined && !PASSED.has(scan.tokens[lead.at]!.word)) return lead;
    const words = scan.tokens.slice(lead.at, next ?? lead.at + 1);
    lead.isAsked ||= asking !== null;
    lead.isAnew ||= asking !== null || (!time && words.some(({ word }) => SPEAKER.has(word)));
    lead.at = next ?? lead.at + 1;
  }
  return lead;
}

/** The token after the words that only put a part in its place: "first", "to". */
export function afterLinks({ tokens, timeAt }: Reading, from: number): number {
  let at = from;
  while (LINKS.has(tokens[at]?.word ?? "") && !timeAt[at]) at += 1;
  return at;
}

const LINKS = new Set("to first firstly second secondly third thirdly next lastly finally".split(" "));
const PASSED = new Set([...LINKS, "i'll", "we'll", ..."-,.:;!?)"]);
const SPEAKER = new Set(
  "i we i'm we're i'd we'd i'll we'll i've we've me us you remember forget reminder task".split(" "),
);
