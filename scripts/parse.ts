// npm run parse: parses JSON lines with the built-in parser and prints a JSON line for each.
//   in   {"text", "timeZone", "nowIso", "familyMembers": [{"name", "relation"}],
//        "weekStart": 0 or 1}
//   out  {"type", "title", "category", "description", "due_date", "assignee", "who", "about",
//        "remind_at", "repeats", "repeats_from", "confident", "other_due_dates", "others",
//        "unused", …} as in /api/parse-task, or {"error"}
// npm run parse -- --explain "TEXT" shows where the text is split, and what speaks for each split.
import { createInterface } from "node:readline";
import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { parseTaskBody } from "#app/domain/understanding/input.ts";
import { parseText, readingOf } from "#app/domain/understanding/parse-requests.ts";
import { explainSplits } from "#app/domain/understanding/split/explain.ts";
import { answerOf } from "#app/domain/understanding/task-answer.ts";

const requestLine = parseTaskBody.extend({
  text: z.string().min(1).max(textLength.request),
  familyMembers: z.array(z.object({ name: z.string(), relation: z.string() })).default([]),
});

const explained = process.argv.indexOf("--explain");
if (explained > 0) {
  const request = { text: process.argv[explained + 1] ?? "", timeZone: "UTC", familyMembers: [] };
  const now = new Date().toISOString();
  console.log(explainSplits(request.text, readingOf({ ...request, now })).join("\n"));
  process.exit();
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) console.log(JSON.stringify(parseLine(line)));
}

function parseLine(line: string): object {
  try {
    const { nowIso: now, ...request } = requestLine.parse(JSON.parse(line));
    return answerOf(request.text, parseText({ ...request, now }));
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
