import type { DelegationStatus } from "#db/schema.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

export interface SummaryTask {
  title: string;
  due: Due;
  delegation: { name: string; status: Exclude<DelegationStatus, "none"> } | null;
}

export interface SummaryAnswer {
  name: string;
  status: "accepted" | "declined" | "done";
  title: string;
  line: string | null;
}

/** Tasks are open and earliest first, answers newest first. At least one list isn't empty. */
interface DailySummaryFacts {
  overdue: SummaryTask[];
  today: SummaryTask[];
  nextDays: SummaryTask[];
  answers: SummaryAnswer[];
  /** The recipient's. */
  timeZone: string;
  origin: string;
  now: string;
}

const maxInEmail = 12;
const maxInText = 2;
const delegateStatus = { pending: "hasn't answered yet", accepted: "is on it", declined: "said no" } as const;
const answerVerbs = { accepted: "said yes", declined: "said no", done: "did it" } as const;

export function dailySummaryMessage(facts: DailySummaryFacts): Message {
  const { overdue, today, nextDays, answers, timeZone, origin, now } = facts;
  const url = `${origin}/dashboard`;
  const list = (title: string, tasks: SummaryTask[]) =>
    tasks.length > 0 ? [{ heading: title }, limitedLines(tasks, (task) => taskLine(task, timeZone, now))] : [];
  const counts = countSentences(overdue, nextDays);
  const news = [overdue.length > 0 && `${overdue.length} overdue`, answers.length > 0 && countAnswers(answers)];
  const heading = today.length > 0 ? `Today: ${countTasks(today)}` : "Nothing is due today";
  return {
    ...phoneText([...todaySentence(today, timeZone, now), counts, ...answerSentence(answers)], url),
    email: {
      subject: [heading, ...news].filter(Boolean).join(", "),
      heading,
      body: [
        ...list("Overdue", overdue),
        ...list("Today", today),
        ...list("Coming up", nextDays),
        ...(answers.length > 0 ? [{ heading: "Answers" }, limitedLines(answers, answerLine)] : []),
      ],
      button: { label: "See your tasks", url },
      footnote: "You asked for a daily summary.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function todaySentence(today: SummaryTask[], timeZone: string, now: string): SentencePart[] {
  if (today.length === 0) return ["Nothing is due today."];
  const named = today.slice(0, maxInText).flatMap(({ title, due }, index): SentencePart[] => {
    return [index > 0 ? ", " : "", { words: title }, ` ${dueText(due, timeZone, now)}`];
  });
  const more = today.length - maxInText;
  return ["Today: ", ...named, more > 0 ? ` and ${more} more.` : "."];
}

function countSentences(overdue: SummaryTask[], nextDays: SummaryTask[]): string {
  const counts = [
    overdue.length > 0 && ` ${overdue.length} overdue.`,
    nextDays.length > 0 && ` ${nextDays.length} coming up.`,
  ];
  return counts.filter(Boolean).join("");
}

/** A text has room for one answer only. */
function answerSentence([first, ...others]: SummaryAnswer[]): SentencePart[] {
  if (!first) return [];
  if (others.length > 0) return [` ${others.length + 1} answers to your requests.`];
  return [" ", { words: first.name }, ` ${answerVerbs[first.status]}: `, { words: first.title }, "."];
}

function limitedLines<Listed>(all: Listed[], toLine: (item: Listed) => string): string[] {
  const lines = all.slice(0, maxInEmail).map(toLine);
  return all.length > maxInEmail ? [...lines, `And ${all.length - maxInEmail} more`] : lines;
}

function taskLine({ title, due, delegation }: SummaryTask, timeZone: string, now: string): string {
  const delegateText = delegation && ` (${emailWords(delegation.name)} ${delegateStatus[delegation.status]})`;
  return `${emailWords(title)}, ${dueText(due, timeZone, now)}${delegateText ?? ""}`;
}

function answerLine({ name, status, title, line }: SummaryAnswer): string {
  return `${emailWords(name, 60)} ${answerVerbs[status]}: ${emailWords(title)}${line ? ` ("${emailWords(line)}")` : ""}`;
}

/** Omits "today", which the heading already says. */
function dueText(due: Due, timeZone: string, now: string): string {
  return formatDue(due, timeZone, now).replace(/^today at /, "");
}

function countTasks(tasks: SummaryTask[]): string {
  return tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
}

function countAnswers(answers: SummaryAnswer[]): string {
  return answers.length === 1 ? "1 answer" : `${answers.length} answers`;
}
