import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { recordWelcomeAnswers } from "#app/domain/preferences/welcome/answers.server.ts";
import { skippedQuestion, welcomeQuestions } from "#app/domain/preferences/welcome/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";
import { nextWelcomePage } from "./next.server.ts";

export { default, loader } from "../not-found.tsx";

/** For good: nothing asks again. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const submission = await readForm(args.request, skippedQuestion);
  if (submission.status !== "success") return badRequest();
  const { question } = submission.value;
  const questions = question ? [question] : welcomeQuestions;
  await recordWelcomeAnswers(database(), viewer.userId, questions, { isSkipped: true });
  return redirect(question ? await nextWelcomePage(viewer) : "/dashboard", 303);
}
