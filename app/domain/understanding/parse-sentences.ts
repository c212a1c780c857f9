import { assigneeNamesOf, doerNamesOf } from "./assignee/assignee-names.ts";
import { buildEach } from "./build-task.ts";
import { isPast, type Rank, rankOf } from "./message/rank-sentence.ts";
import { findSentences } from "./message/sentences.ts";
import { readTokens } from "./resolve/reading.ts";
import { correctSpelling } from "./tokenize/spelling.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import type { ParsedRequest, UserRequest } from "./types.ts";

export interface ReadSentence {
  text: string;
  rank: Rank;
  isPast: boolean;
  /** The words of each time that it names, in their order. */
  times: { text: string; hasDay: boolean; hasClock: boolean; isDeadline: boolean }[];
  /** The sentence as one task, or as several if it lists days. */
  tasks: ParsedRequest[];
}

/**
 * Reads each sentence of a text that others wrote, without choosing which of them asks for
 * something. Never throws.
 */
export function parseSentences(request: UserRequest): ReadSentence[] {
  const { text, familyMembers } = request;
  const context = {
    ...request,
    names: new Set(familyMembers.map(({ name }) => name.toLowerCase())),
    assigneeNames: assigneeNamesOf(familyMembers),
    doerNames: doerNamesOf(familyMembers),
  };
  const tokens = correctSpelling(tokenize(text), context.names);
  const whole = readTokens(context, tokens, { start: 0, end: text.length });
  const sentences = findSentences(
    text,
    whole,
    tokens.map(() => false),
  );
  return sentences.map(({ from, to }) => {
    const own = tokens.slice(from, to);
    const [start, end] = [own[0]!.start, own.at(-1)!.end];
    const reading = readTokens(context, own, { start, end });
    const phrases = [...new Set(reading.timeAt.filter((time) => time !== undefined))];
    return {
      text: text.slice(start, end),
      rank: rankOf(whole, { from, to }),
      isPast: isPast(own),
      times: phrases.map(({ from: first, to: after, when, cue }) => ({
        text: text.slice(own[first]!.start, own[after - 1]!.end),
        hasDay: when.day !== undefined,
        hasClock: when.clock !== undefined,
        isDeadline: cue?.type === "deadline",
      })),
      tasks: buildEach(context, reading),
    };
  });
}
