import { redirect } from "@remix-run/node";
import { recordWelcomeAnswers } from "#app/domain/preferences/welcome/answers.server.ts";
import { skippedQuestion, welcomeQuestions } from "#app/domain/preferences/welcome/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { nextWelcomePage } from "./next.server.ts";

export { default, loader } from "#app/routes/not-found.tsx";

/** Skips the questions permanently. */
export const action = pageAction("/dashboard", async ({ db, viewer, request, back }) => {
  const { question } = await requireForm(request, skippedQuestion);
  const questions = question ? [question] : welcomeQuestions;
  await recordWelcomeAnswers(db, viewer.userId, questions, { isSkipped: true });
  return redirect(question ? await nextWelcomePage(viewer) : back, 303);
});
