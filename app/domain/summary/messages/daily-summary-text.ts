import type { DelegationStatus } from "#db/schema.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

export interface SummaryTask {
  title: string;
  due: Due;
  /** Who was asked to do it, and what they have said. */
  delegation: { name: string; status: Exclude<DelegationStatus, "none"> } | null;
}

/** What somebody has said since the summary before, to a request of who reads it. */
export interface SummaryAnswer {
  who: string;
  said: "accepted" | "declined" | "done";
  title: string;
  /** What they wrote with it. */
  line: string | null;
}

/** Open tasks, the earliest first in each list, and answers, the newest first; at least one in all. */
interface DailySummaryFacts {
  overdue: SummaryTask[];
  today: SummaryTask[];
  nextDays: SummaryTask[];
  answers: SummaryAnswer[];
  /** Of who reads it. */
  timeZone: string;
  origin: string;
  now: string;
}

const mostInEmail = 12;
const mostInText = 2;
const saidBy = { pending: "hasn't answered yet", accepted: "is on it", declined: "said no" } as const;
const answered = { accepted: "said yes", declined: "said no", done: "did it" } as const;

/** What the day holds: overdue, today, the next days, and what those say who were asked. */
export function dailySummaryMessage(facts: DailySummaryFacts): Message {
  const { overdue, today, nextDays, answers, timeZone, origin, now } = facts;
  const url = `${origin}/dashboard`;
  const list = (title: string, tasks: SummaryTask[]) =>
    tasks.length > 0 ? [{ heading: title }, linesOf(tasks, (task) => lineOf(task, timeZone, now))] : [];
  const counts = countsOf(overdue, nextDays);
  const news = [overdue.length > 0 && `${overdue.length} overdue`, answers.length > 0 && answersIn(answers)];
  const heading = today.length > 0 ? `Today: ${tasksIn(today)}` : "Nothing is due today";
  return {
    ...phoneText([...todayIn(today, timeZone, now), counts, ...saidIn(answers)], url),
    email: {
      subject: [heading, ...news].filter(Boolean).join(", "),
      heading,
      body: [
        ...list("Overdue", overdue),
        ...list("Today", today),
        ...list("Coming up", nextDays),
        ...(answers.length > 0 ? [{ heading: "Answers" }, linesOf(answers, answerLine)] : []),
      ],
      button: { label: "See your tasks", url },
      footnote: "You asked for a daily summary.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function todayIn(today: SummaryTask[], timeZone: string, now: string): SentencePart[] {
  if (today.length === 0) return ["Nothing is due today."];
  const named = today.slice(0, mostInText).flatMap(({ title, due }, index): SentencePart[] => {
    return [index > 0 ? ", " : "", { words: title }, ` ${whenOf(due, timeZone, now)}`];
  });
  const more = today.length - mostInText;
  return ["Today: ", ...named, more > 0 ? ` and ${more} more.` : "."];
}

function countsOf(overdue: SummaryTask[], nextDays: SummaryTask[]): string {
  const counts = [
    overdue.length > 0 && ` ${overdue.length} overdue.`,
    nextDays.length > 0 && ` ${nextDays.length} coming up.`,
  ];
  return counts.filter(Boolean).join("");
}

/** The one that there mostly is in full; of more there is no room for every one. */
function saidIn([first, ...others]: SummaryAnswer[]): SentencePart[] {
  if (!first) return [];
  if (others.length > 0) return [` ${others.length + 1} answers.`];
  return [" ", { words: first.who }, ` ${answered[first.said]}: `, { words: first.title }, "."];
}

function linesOf<Listed>(all: Listed[], lineOfOne: (one: Listed) => string): string[] {
  const lines = all.slice(0, mostInEmail).map(lineOfOne);
  return all.length > mostInEmail ? [...lines, `And ${all.length - mostInEmail} more`] : lines;
}

function lineOf({ title, due, delegation }: SummaryTask, timeZone: string, now: string): string {
  const said = delegation && ` (${emailWords(delegation.name)} ${saidBy[delegation.status]})`;
  return `${emailWords(title)}, ${whenOf(due, timeZone, now)}${said ?? ""}`;
}

function answerLine({ who, said, title, line }: SummaryAnswer): string {
  return `${emailWords(who, 60)} ${answered[said]}: ${emailWords(title)}${line ? ` ("${emailWords(line)}")` : ""}`;
}

/** Where it says "Today" already, the time is enough. */
function whenOf(due: Due, timeZone: string, now: string): string {
  return formatDue(due, timeZone, now).replace(/^today at /, "");
}

function tasksIn(tasks: SummaryTask[]): string {
  return tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
}

function answersIn(answers: SummaryAnswer[]): string {
  return answers.length === 1 ? "1 answer" : `${answers.length} answers`;
}
