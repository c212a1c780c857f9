import { movedFrom } from "../calendar/days.ts";
import type { Scan } from "../grammar/engine/reader.ts";
import type { TimePhrase, When } from "../types.ts";
import { isCorrection } from "./corrections.ts";
import { joined } from "./join.ts";

/** What the due date is made of: the phrases that tell it, and those among them that leave the title. */
export interface Choice {
  when: When;
  told: TimePhrase[];
  used: TimePhrase[];
}

/** Chooses among all that is said about time what the request is due by: a deadline first, then what comes first. */
export function chooseTime(scan: Scan, said: TimePhrase[]): Choice | null {
  const lead = said.find(({ when }) => when.before);
  if (lead)
    return daysBefore(
      scan,
      lead,
      chooseTime(
        scan,
        said.filter(({ when }) => !when.before),
      ),
    );
  const phrases = corrected(scan, said);
  const main = phrases.toSorted((one, other) => rank(other) - rank(one))[0];
  if (!main) return null;
  const choice: Choice = { when: main.when, told: [main], used: main.role === "due" ? [main] : [] };
  return phrases.filter((phrase) => phrase !== main).reduce((soFar, phrase) => withMore(soFar, main, phrase), choice);
}

/** "The dentist is on Friday, remind me the day before": due is that day, and the title keeps Friday. */
function daysBefore(scan: Scan, lead: TimePhrase, choice: Choice | null): Choice | null {
  const { before, part } = lead.when;
  if (!before || !choice?.when.day) return choice;
  const { days, months } = before;
  const day = movedFrom(choice.when.day, (date) => date.subtract({ days, months }));
  return {
    when: part ? { day, part } : { day },
    told: [...choice.told, lead],
    used: [throughEvent(scan, lead, choice)],
  };
}

const LONGEST_EVENT = 6;

/** "The day before Emma's party on Saturday to buy balloons": up to the "to", all that says when. */
function throughEvent({ tokens }: Scan, lead: TimePhrase, { told: [event] }: Choice): TimePhrase {
  const isBeforeTask = event && tokens[event.to]?.word === "to" && event.from >= lead.to;
  if (!isBeforeTask || event.from - lead.to > LONGEST_EVENT) return lead;
  return { ...lead, to: event.to, when: { ...lead.when, isMoreThanDue: true } };
}

function rank({ cue, role }: TimePhrase): number {
  if (role === "occasion") return 0;
  if (role === "event") return 1;
  return cue?.kind === "deadline" ? 3 : 2;
}

/** A day and a time may be said apart: "tomorrow take Ben to the dentist at 5". */
function withMore(choice: Choice, main: TimePhrase, phrase: TimePhrase): Choice {
  if (phrase.role === "occasion" || main.role === "occasion") return choice;
  const both = joined(choice.when, phrase.when);
  const told = [...choice.told, phrase];
  if (both) return { when: both, told, used: phrase.role === "due" ? [...choice.used, phrase] : choice.used };
  if (choice.when.day || !phrase.when.day || choice.when.afterMinutes !== undefined) return choice;
  return { ...choice, told, when: { ...choice.when, day: phrase.when.day } };
}

/** "Tomorrow, no wait, Friday": the later words stand, and what they leave open is taken from the earlier ones. */
function corrected(scan: Scan, phrases: TimePhrase[]): TimePhrase[] {
  return phrases.reduce<TimePhrase[]>((kept, phrase) => {
    const last = kept.at(-1);
    if (!last || !isCorrection(scan, last.to, phrase.from)) return [...kept, phrase];
    const when = phrase.when.afterMinutes === undefined ? { ...last.when, ...phrase.when } : phrase.when;
    return [...kept.slice(0, -1), { ...phrase, from: last.from, when, cue: phrase.cue ?? last.cue }];
  }, []);
}
