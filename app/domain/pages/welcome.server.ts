import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { countOtherMembers } from "#app/domain/people/household/membership.server.ts";
import { listAnsweredQuestions } from "#app/domain/preferences/welcome/answers.server.ts";
import { type WelcomeQuestion, welcomeQuestions } from "#app/domain/preferences/welcome/input.ts";
import type { Database } from "#db/schema.ts";

interface Welcome {
  /** Includes the questions that this user has answered. */
  asked: WelcomeQuestion[];
  open: WelcomeQuestion[];
}

/** Omits questions that the household has already answered. */
export async function findWelcome(
  db: Kysely<Database>,
  { userId, householdId }: Viewer,
): Promise<Welcome> {
  const answered = await listAnsweredQuestions(db, userId);
  if (answered.size === welcomeQuestions.length) return { asked: [...welcomeQuestions], open: [] };
  const family = await listFamilyNames(db, householdId);
  const hasChildren = family.some(({ relation }) => relation === "child");
  const hasHelpers =
    family.some(({ relation, hasAccount }) => relation !== "child" && !hasAccount) ||
    (await countOtherMembers(db, householdId, userId)) > 0;
  const known = { you: false, children: hasChildren, sharing: hasHelpers, reminders: false };
  const asked = welcomeQuestions.filter((question) => answered.has(question) || !known[question]);
  return { asked, open: asked.filter((question) => !answered.has(question)) };
}
