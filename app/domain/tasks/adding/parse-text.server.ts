import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { listLearnedWords } from "#app/domain/understanding/learned/learned-words.server.ts";
import { answerOf } from "#app/domain/understanding/task-answer.ts";
import { type ModelCallFacts, understand } from "#app/domain/understanding/understand.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { allowAdding } from "./adding-limit.server.ts";

interface Text {
  text: string;
  timeZone: string;
  /** An instant in UTC. */
  now: string;
  weekStart?: Bit | undefined;
}

/** Understands a text and saves nothing. Null if the account has asked too often. */
export async function parseText(
  db: Kysely<Database>,
  { userId, householdId }: Viewer,
  { text, ...when }: Text,
  log: (facts: ModelCallFacts) => void,
) {
  if (!(await allowAdding(db, userId))) return null;
  const familyMembers = await listFamilyNames(db, householdId);
  const learned = await listLearnedWords(db, { householdId });
  const request = { text, ...when, familyMembers, learned, userId };
  const { drafts: tasks, ...read } = await understand(request, { log });
  return answerOf(text, { tasks, ...read });
}
