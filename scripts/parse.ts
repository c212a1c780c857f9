// JSON lines in, JSON lines out: a request as the parser understands it.
//   in   {"text", "timeZone", "nowIso", "familyMembers": [{"name", "relation"}]}
//   out  {"title", "category", "description", "due_date", "assignee", "others"}, as /api/parse-task answers; "others" are
//        the other tasks that the text asks for; or {"error"} for a line that is no request
import { createInterface } from "node:readline";
import { textLength } from "#app/domain/core/limits.ts";
import { parseTaskBody } from "#app/domain/parsing/input.ts";
import { parseRequests } from "#app/domain/parsing/parse-request.ts";
import { parseTaskAnswer } from "#app/domain/parsing/parse-task.ts";
import { z } from "#app/domain/core/zod.ts";

const Request = parseTaskBody.extend({
  // As it is, with the white space around it.
  text: z.string().min(1).max(textLength.request),
  familyMembers: z.array(z.object({ name: z.string(), relation: z.string() })).default([]),
});

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) console.log(JSON.stringify(answerTo(line)));
}

function answerTo(line: string): object {
  try {
    const { text, timeZone, nowIso, familyMembers } = Request.parse(JSON.parse(line));
    return parseTaskAnswer(parseRequests({ text, timeZone, now: nowIso, familyMembers }));
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
