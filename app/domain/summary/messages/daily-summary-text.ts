import type { DelegationStatus } from "#db/schema.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue, formatDueDay } from "#app/domain/outbox/rendering/format-due.ts";

export interface SummaryTask {
  /** The title, with whom it is about. */
  title: string;
  /** The name of the person who has it. */
  whose: string | null;
  /** True if the reader has it. */
  isYours: boolean;
  due: Due;
  /** False if only a day was said. */
  hasTime: boolean;
  delegation: { name: string; status: Exclude<DelegationStatus, "none"> } | null;
}

export interface SummaryAnswer {
  name: string;
  status: "accepted" | "declined" | "done";
  title: string;
  line: string | null;
}

/** Contains the first tasks, and the count of all of them. */
export interface SummaryTasks {
  tasks: SummaryTask[];
  count: number;
}

/**
 * Tasks are open, the reader's own first, and then earliest first; answers newest first. There is
 * something to say.
 */
interface DailySummaryFacts {
  overdue: SummaryTasks;
  today: SummaryTasks;
  nextDays: SummaryTasks;
  answers: SummaryAnswer[];
  /** The number of school mails that wait to be looked at. */
  mails: number;
  /** The recipient's time zone. */
  timeZone: string;
  origin: string;
  now: string;
}

export const maxInEmail = 12;
const maxInText = 2;
const delegateStatus = {
  pending: "hasn't answered yet",
  accepted: "is on it",
  declined: "said no",
} as const;
const answerVerbs = { accepted: "said yes", declined: "said no", done: "did it" } as const;

export function dailySummaryMessage(facts: DailySummaryFacts): Message {
  const { overdue, today, nextDays, answers, mails, timeZone, origin, now } = facts;
  const url = `${origin}/dashboard`;
  const lineOf = (task: SummaryTask) => taskLine(task, timeZone, now);
  const list = (title: string, { tasks, count }: SummaryTasks) =>
    count > 0 ? [{ heading: title }, limitedLines(tasks, count, lineOf)] : [];
  const counts = countSentences(overdue, nextDays);
  const news = [
    overdue.count > 0 && `${overdue.count} overdue`,
    answers.length > 0 && countAnswers(answers),
    mails > 0 && countMails(mails),
  ];
  const heading = today.count > 0 ? `Today: ${countTasks(today)}` : "Nothing is due today";
  return {
    ...phoneText(
      [
        ...todaySentence(today, timeZone, now),
        counts,
        ...answerSentence(answers),
        mailSentence(mails),
      ],
      url,
    ),
    email: {
      subject: [heading, ...news].filter(Boolean).join(", "),
      heading,
      body: [
        ...list("Overdue", overdue),
        ...list("Today", today),
        ...list("Coming up", nextDays),
        ...(answers.length > 0
          ? [{ heading: "Answers" }, limitedLines(answers, answers.length, answerLine)]
          : []),
        ...(mails > 0 ? [{ heading: "From school" }, [`${countMails(mails)} to look at`]] : []),
      ],
      button: { label: "See your tasks", url },
      footnote: "You asked for a daily summary.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function todaySentence(
  { tasks, count }: SummaryTasks,
  timeZone: string,
  now: string,
): SentencePart[] {
  if (count === 0) return ["Nothing is due today."];
  const named = tasks.slice(0, maxInText).flatMap((task, index): SentencePart[] => {
    const when = dueText(task, timeZone, now);
    const who = whoseText(task);
    return [
      index > 0 ? ", " : "",
      { words: task.title },
      when === null ? "" : ` ${when}`,
      ...(who === null ? [] : [" (", who, ")"]),
    ];
  });
  const more = count - maxInText;
  return ["Today: ", ...named, more > 0 ? ` and ${more} more.` : "."];
}

function countSentences(overdue: SummaryTasks, nextDays: SummaryTasks): string {
  const counts = [
    overdue.count > 0 && ` ${overdue.count} overdue.`,
    nextDays.count > 0 && ` ${nextDays.count} coming up.`,
  ];
  return counts.filter(Boolean).join("");
}

/** A text has room for one answer only. */
function answerSentence([first, ...others]: SummaryAnswer[]): SentencePart[] {
  if (!first) return [];
  if (others.length > 0) return [` ${others.length + 1} answers to your requests.`];
  return [
    " ",
    { words: first.name },
    ` ${answerVerbs[first.status]}: `,
    { words: first.title },
    ".",
  ];
}

function mailSentence(mails: number): string {
  if (mails === 0) return "";
  return mails === 1 ? " 1 school mail waits for you." : ` ${mails} school mails wait for you.`;
}

function limitedLines<Listed>(
  first: Listed[],
  count: number,
  toLine: (item: Listed) => string,
): string[] {
  const lines = first.slice(0, maxInEmail).map(toLine);
  return count > maxInEmail ? [...lines, `And ${count - maxInEmail} more`] : lines;
}

function taskLine(task: SummaryTask, timeZone: string, now: string): string {
  const { title, delegation } = task;
  const who = whoseText(task);
  const facts = [
    // Someone who said yes has it.
    who !== null && delegation?.status !== "accepted" ? wordsIn(who) : null,
    delegation && `${emailWords(delegation.name)} ${delegateStatus[delegation.status]}`,
  ].filter((fact) => fact !== null);
  const known = facts.length > 0 ? ` (${facts.join("; ")})` : "";
  const when = dueText(task, timeZone, now);
  return `${emailWords(title)}${when === null ? "" : `, ${when}`}${known}`;
}

/** Returns "yours", or the name of the person who has it. */
function whoseText({ whose, isYours }: SummaryTask): SentencePart | null {
  if (isYours) return "yours";
  return whose === null ? null : { words: whose };
}

const wordsIn = (part: SentencePart) =>
  typeof part === "string" ? part : emailWords(part.words, 60);

function answerLine({ name, status, title, line }: SummaryAnswer): string {
  return `${emailWords(name, 60)} ${answerVerbs[status]}: ${emailWords(title)}${line ? ` ("${emailWords(line)}")` : ""}`;
}

/** Omits "today", which the heading already says. Returns null if nothing is left to say. */
function dueText({ due, hasTime }: SummaryTask, timeZone: string, now: string): string | null {
  if (hasTime) return formatDue(due, timeZone, now).replace(/^today at /, "");
  const day = formatDueDay(due, now);
  return day === "today" ? null : day;
}

function countTasks({ count }: SummaryTasks): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}

function countMails(count: number): string {
  return count === 1 ? "1 school mail" : `${count} school mails`;
}

function countAnswers(answers: SummaryAnswer[]): string {
  return answers.length === 1 ? "1 answer" : `${answers.length} answers`;
}
