import { movedFrom } from "../calendar/days.ts";
import type { Scan } from "../grammar/engine/types.ts";
import type { Clock, TimePhrase, When } from "../types.ts";
import { isCorrection, retractionBefore } from "./corrections.ts";
import { joinWhen } from "./join.ts";
import {
  asksForReminder,
  isReminderDay,
  isReminderTime,
  type Reminder,
  withReminderWords,
} from "./reminders.ts";
import { withLists } from "./several-times.ts";

export interface Choice {
  when: When;
  phrases: TimePhrase[];
  removed: TimePhrase[];
  /** Other times in the text that could be the due time. */
  others: When[];
  reminder?: Reminder;
}

/**
 * Chooses the due time from all time phrases: a deadline first, else the first phrase that sets a
 * date.
 */
export function chooseTime(scan: Scan, allPhrases: TimePhrase[]): Choice | null {
  const lead = allPhrases.find(({ when }) => when.leadTime);
  if (lead) return applyLeadTime(scan, lead, chooseTime(scan, without(allPhrases, lead)));
  const phrases = withLists(scan, applyCorrections(scan, allPhrases));
  const remindedOn = chooseReminderDay(scan, phrases);
  if (remindedOn) return remindedOn;
  const reminder = phrases.find((phrase) => isReminderTime(scan, phrase));
  const choice = reminder && chooseDue(scan, without(phrases, reminder));
  if (reminder && choice) return applyReminder(scan, reminder, choice);
  return remindAtDue(scan, chooseDue(scan, phrases));
}

/** "Remind me on Monday to send the form, it's due Tuesday": Monday, or else Tuesday. */
function chooseReminderDay(scan: Scan, phrases: TimePhrase[]): Choice | null {
  const asked = phrases.find((phrase) => isReminderDay(scan, phrase));
  const deadline = asked && phrases.find(({ cue, when }) => cue?.type === "deadline" && when.day);
  if (!deadline || deadline === asked || deadline.role !== "due") return null;
  return {
    when: asked.when,
    phrases: [asked, deadline],
    removed: [asked, deadline],
    others: [deadline.when],
  };
}

function without(phrases: TimePhrase[], phrase: TimePhrase): TimePhrase[] {
  return phrases.filter((each) => each !== phrase);
}

function chooseDue(scan: Scan, allPhrases: TimePhrase[]): Choice | null {
  const phrases = allPhrases.map((phrase) =>
    isHowLong(scan, phrase, allPhrases) ? { ...phrase, cue: null } : phrase,
  );
  const main = phrases.toSorted((one, other) => rank(other) - rank(one))[0];
  if (!main) return null;
  if (main.when.clock && !main.when.day)
    phrases.splice(0, 1, ...phrases.slice(0, 1).map((phrase) => withPlace(scan, phrase)));
  const choice: Choice = {
    when: main.when,
    phrases: [main],
    removed: main.role === "due" ? [main] : [],
    others: [],
  };
  return without(phrases, main).reduce((soFar, phrase) => addPhrase(soFar, main, phrase), choice);
}

/** "Thanksgiving at Jo's 2pm": the holiday is the day of the hour. */
function withPlace({ tokens }: Scan, phrase: TimePhrase): TimePhrase {
  const takesPlace =
    phrase.from === 0 && ["at", "with", "in", "@"].includes(tokens[phrase.to]?.word ?? "");
  return phrase.role === "occasion" && takesPlace ? { ...phrase, role: "event" } : phrase;
}

/** "Pick it up Saturday at 10, I am home until noon" is due at 10. */
function isHowLong({ tokens }: Scan, { from, when }: TimePhrase, phrases: TimePhrase[]): boolean {
  if (!when.clock || when.day || !["until", "till", "til"].includes(tokens[from]!.word))
    return false;
  return phrases.some(
    (other) => other.from < from && other.role === "due" && other.when.clock && other.when.day,
  );
}

/**
 * "Remind me at 5 to take Ben to soccer at 6": the first time is the reminder's, and they share a
 * day.
 */
function applyReminder(scan: Scan, reminder: TimePhrase, choice: Choice): Choice {
  const isOfEvent = choice.phrases.every(({ role }) => role !== "due") && !choice.when.clock;
  if (isOfEvent || !(choice.when.clock ?? choice.when.day)) return choice;
  if (
    !choice.when.clock &&
    joinWhen(choice.when, reminder.when) &&
    reminder.from < choice.phrases[0]!.from
  ) {
    return remindAtDue(scan, chooseDue(scan, [reminder, ...choice.phrases])) ?? choice;
  }
  const day = choice.when.day ?? reminder.when.day;
  const isAfter = reminder.from > choice.phrases[0]!.from;
  const clock =
    choice.when.clock && reminder.when.clock && inHalfOf(reminder.when.clock, choice.when.clock);
  return {
    ...choice,
    when: { ...choice.when, ...(day && { day }), ...(clock && { clock }) },
    phrases: [...choice.phrases, reminder],
    removed: [...choice.removed, withReminderWords(scan, reminder)],
    reminder: { type: "at", when: isAfter && day ? { day, ...reminder.when } : reminder.when },
  };
}

/** After "remind me at 7 pm", "at 8" is in the evening too. */
function inHalfOf(reminder: Clock, due: Clock): Clock {
  const isLater = due.hour % 12 >= reminder.hour % 12;
  return due.half === "bare" && reminder.half === "pm" && isLater ? { ...due, half: "pm" } : due;
}

function remindAtDue(scan: Scan, choice: Choice | null): Choice | null {
  const isTimed = choice?.when.clock ?? choice?.when.afterMinutes;
  return choice && isTimed !== undefined && asksForReminder(scan)
    ? { ...choice, reminder: { type: "due" } }
    : choice;
}

/**
 * "The dentist is on Friday at 3, remind me an hour before" is due on Friday; "remind me the day
 * before the party on Saturday to buy balloons" is due on the day before.
 */
function applyLeadTime(scan: Scan, lead: TimePhrase, choice: Choice | null): Choice | null {
  const { leadTime, part } = lead.when;
  if (!leadTime || !choice || (!choice.when.day && !choice.when.clock && !choice.when.afterMinutes))
    return choice;
  const { days, months, minutes } = leadTime;
  const removed = extendThroughEvent(scan, lead, choice);
  if (minutes > 0 || removed === lead || !choice.when.day) {
    const reminder: Reminder = { type: "before", duration: leadTime, when: part ? { part } : {} };
    const phrase = withReminderWords(scan, lead);
    return {
      ...choice,
      phrases: [...choice.phrases, lead],
      removed: [...choice.removed, phrase],
      reminder,
    };
  }
  const day = movedFrom(choice.when.day, (date) => date.subtract({ days, months }));
  const phrases = [...choice.phrases, lead];
  return { when: part ? { day, part } : { day }, phrases, removed: [removed], others: [] };
}

const maxEventTokens = 6;

/**
 * "The day before Emma's party on Saturday to buy balloons": everything before "to" leaves the
 * title.
 */
function extendThroughEvent(
  { tokens }: Scan,
  lead: TimePhrase,
  { phrases: [event] }: Choice,
): TimePhrase {
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
  const removed = phrase.role === "due" ? [...choice.removed, phrase] : choice.removed;
  if (both) return { ...choice, when: both, phrases, removed };
  if (choice.when.day || !phrase.when.day || choice.when.afterMinutes !== undefined) {
    const isOther =
      phrase.role === "due" && phrase.cue?.type !== "purpose" && main.cue?.type !== "deadline";
    return isOther
      ? { ...choice, others: [...choice.others, { ...choice.when, ...phrase.when }] }
      : choice;
  }
  return { ...choice, phrases, when: { ...choice.when, day: phrase.when.day } };
}

/** "Tomorrow at 5, no wait, Friday": the later phrase wins, and keeps what it does not correct. */
function applyCorrections(scan: Scan, phrases: TimePhrase[]): TimePhrase[] {
  return phrases.reduce<TimePhrase[]>((kept, phrase) => {
    const last = kept.at(-1);
    const retracted = retractionBefore(scan, phrase.from);
    if (!last || retracted === null || retracted < last.to || !isSameKind(last.when, phrase.when))
      return [...kept, phrase];
    const when =
      phrase.when.afterMinutes === undefined ? correct(last.when, phrase.when) : phrase.when;
    const corrected = { ...phrase, when, cue: phrase.cue ?? last.cue };
    if (isCorrection(scan, last.to, phrase.from))
      return [...kept.slice(0, -1), { ...corrected, from: last.from }];
    return [...kept.slice(0, -1), { ...last, when: {} }, { ...corrected, from: retracted }];
  }, []);
}

function isSameKind(one: When, other: When): boolean {
  const isTimed = ({ clock, part, afterMinutes }: When) => Boolean(clock ?? part ?? afterMinutes);
  return (
    Boolean(one.day && other.day) ||
    (isTimed(one) && isTimed(other)) ||
    (isTimed(one) && other.day !== undefined)
  );
}

/**
 * A day corrects the day, a time the time: "at five thirty pm, sorry, five forty five" stays in the
 * afternoon.
 */
function correct(before: When, after: When): When {
  const both = { ...before, ...after };
  if (after.day && !after.clock && !after.part && !before.clock) delete both.part;
  if (after.clock?.half === "bare" && (before.clock?.half === "am" || before.clock?.half === "pm"))
    both.clock = { ...after.clock, half: before.clock.half };
  return both;
}
