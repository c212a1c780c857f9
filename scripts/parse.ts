// npm run parse: parses JSON lines with the built-in parser and prints a JSON line for each.
//   in   {"text", "timeZone", "nowIso", "familyMembers": [{"name", "relation"}]}
//   out  {"title", "category", "description", "due_date", "assignee", "remind_at", "repeats", "repeats_from", "confident",
//        "other_due_dates", "others"} as in /api/parse-task, or {"error"}
import { createInterface } from "node:readline";
import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { parseTaskBody } from "#app/domain/understanding/input.ts";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { taskAnswer } from "#app/domain/understanding/task-answer.ts";

const requestLine = parseTaskBody.extend({
  text: z.string().min(1).max(textLength.request),
  familyMembers: z.array(z.object({ name: z.string(), relation: z.string() })).default([]),
});

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) console.log(JSON.stringify(parseLine(line)));
}

function parseLine(line: string): object {
  try {
    const { text, timeZone, nowIso, familyMembers } = requestLine.parse(JSON.parse(line));
    return taskAnswer(parseRequests({ text, timeZone, now: nowIso, familyMembers }));
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
