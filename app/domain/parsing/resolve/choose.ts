import { movedFrom } from "../calendar/days.ts";
import type { Scan } from "../grammar/engine/types.ts";
import type { TimePhrase, When } from "../types.ts";
import { isCorrection } from "./corrections.ts";
import { joinWhen } from "./join.ts";

export interface Choice {
  when: When;
  phrases: TimePhrase[];
  removed: TimePhrase[];
}

/** Chooses the due time from all time phrases: a deadline first, else the first one that sets a date. */
export function chooseTime(scan: Scan, allPhrases: TimePhrase[]): Choice | null {
  const lead = allPhrases.find(({ when }) => when.leadTime);
  if (lead) {
    const others = allPhrases.filter(({ when }) => !when.leadTime);
    return applyLeadTime(scan, lead, chooseTime(scan, others));
  }
  const phrases = applyCorrections(scan, allPhrases);
  const main = phrases.toSorted((one, other) => rank(other) - rank(one))[0];
  if (!main) return null;
  const choice: Choice = { when: main.when, phrases: [main], removed: main.role === "due" ? [main] : [] };
  return phrases.filter((phrase) => phrase !== main).reduce((soFar, phrase) => addPhrase(soFar, main, phrase), choice);
}

/** "The dentist is on Friday, remind me the day before": due on Thursday, and the title keeps Friday. */
function applyLeadTime(scan: Scan, lead: TimePhrase, choice: Choice | null): Choice | null {
  const { leadTime, part } = lead.when;
  if (!leadTime || !choice?.when.day) return choice;
  const { days, months } = leadTime;
  const day = movedFrom(choice.when.day, (date) => date.subtract({ days, months }));
  return {
    when: part ? { day, part } : { day },
    phrases: [...choice.phrases, lead],
    removed: [extendThroughEvent(scan, lead, choice)],
  };
}

const maxEventTokens = 6;

/** "The day before Emma's party on Saturday to buy balloons": everything before "to" leaves the title. */
function extendThroughEvent({ tokens }: Scan, lead: TimePhrase, { phrases: [event] }: Choice): TimePhrase {
  const isBeforeTask = event && tokens[event.to]?.word === "to" && event.from >= lead.to;
  if (!isBeforeTask || event.from - lead.to > maxEventTokens) return lead;
  return { ...lead, to: event.to, when: { ...lead.when, exceedsDueDate: true } };
}

function rank({ cue, role }: TimePhrase): number {
  if (role === "occasion") return 0;
  if (role === "event") return 1;
  return cue?.type === "deadline" ? 3 : 2;
}

/** Joins a day and a time from different places: "tomorrow take Ben to the dentist at 5". */
function addPhrase(choice: Choice, main: TimePhrase, phrase: TimePhrase): Choice {
  if (phrase.role === "occasion" || main.role === "occasion") return choice;
  const both = joinWhen(choice.when, phrase.when);
  const phrases = [...choice.phrases, phrase];
  if (both)
    return { when: both, phrases, removed: phrase.role === "due" ? [...choice.removed, phrase] : choice.removed };
  if (choice.when.day || !phrase.when.day || choice.when.afterMinutes !== undefined) return choice;
  return { ...choice, phrases, when: { ...choice.when, day: phrase.when.day } };
}

/** "Tomorrow at 5, no wait, Friday": the later phrase wins, and keeps what it does not correct. */
function applyCorrections(scan: Scan, phrases: TimePhrase[]): TimePhrase[] {
  return phrases.reduce<TimePhrase[]>((kept, phrase) => {
    const last = kept.at(-1);
    if (!last || !isCorrection(scan, last.to, phrase.from)) return [...kept, phrase];
    const when = phrase.when.afterMinutes === undefined ? correct(last.when, phrase.when) : phrase.when;
    return [...kept.slice(0, -1), { ...phrase, from: last.from, when, cue: phrase.cue ?? last.cue }];
  }, []);
}

/** A day corrects the day, a time the time: "at five thirty pm, sorry, five forty five" stays in the afternoon. */
function correct(before: When, after: When): When {
  const both = { ...before, ...after };
  if (after.day && !after.clock && !after.part && !before.clock) delete both.part;
  if (after.clock?.half === "bare" && (before.clock?.half === "am" || before.clock?.half === "pm"))
    both.clock = { ...after.clock, half: before.clock.half };
  return both;
}
