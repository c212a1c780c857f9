import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { question } from "../question.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

interface DelegationRequestFacts {
  asker: string | null;
  task: { title: string; description: string | null; due: Due | null };
  timeZone: string | null;
  url: string;
  now: string;
}

export function delegationRequestMessage({ asker, task, timeZone, url, now }: DelegationRequestFacts): Message {
  const who = asker ?? "Your family";
  const name = emailWords(who, 60);
  const when = task.due && formatDue(task.due, timeZone, now);
  const sentence: SentencePart[] = [{ words: who }, ` ${question} `, { words: task.title }, when ? `, ${when}.` : "."];
  const title = emailWords(task.title, 80);
  return {
    ...phoneText([...sentence, " Reply YES or NO, or tap"], url),
    email: {
      subject: `${name} asks: ${title}${when ? `, ${when}` : ""}?`,
      heading: `${name} asks if you can do this`,
      body: [
        `${emailWords(task.title)}${when ? `, ${when}` : ""}`,
        ...(task.description ? [emailWords(task.description, 500)] : []),
        "Say yes or no with one tap. No account needed.",
      ],
      button: { label: "Yes or no?", url },
      footnote: `You're getting this because ${name} chose you in Mila, the family task assistant.`,
    },
  };
}
