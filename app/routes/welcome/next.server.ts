import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { recordWelcomeAnswers } from "#app/domain/preferences/welcome/answers.server.ts";
import type { WelcomeQuestion } from "#app/domain/preferences/welcome/input.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { redirect } from "@remix-run/node";
import { database } from "#db/connection.server.ts";

/**
 * Returns "Question 2 of 3"; null for a question that is not asked, or not any more. The reminder
 * question does not count, because it is not about the family.
 */
export async function findStep(
  viewer: SignedIn,
  question: WelcomeQuestion,
): Promise<string | null> {
  const { asked, open } = await findWelcome(database(), viewer);
  if (!open.includes(question)) return null;
  if (question === "reminders") return "Last one";
  const steps = asked.filter((each) => each !== "reminders");
  return `Question ${steps.indexOf(question) + 1} of ${steps.length}`;
}

export async function nextWelcomePage(viewer: SignedIn): Promise<string> {
  const { open } = await findWelcome(database(), viewer);
  return open[0] ? `/welcome/${open[0]}` : "/dashboard";
}

/** Redirects to the next question. */
export async function finishQuestion(
  viewer: SignedIn,
  question: WelcomeQuestion,
): Promise<Response> {
  await recordWelcomeAnswers(database(), viewer.userId, [question], { isSkipped: false });
  return goOn(viewer);
}

async function goOn(viewer: SignedIn): Promise<Response> {
  const next = await nextWelcomePage(viewer);
  if (next !== "/dashboard") return redirect(next, 303);
  return redirectWithToast(
    next,
    toast("success", "Thank you!", { message: "Now tell me what you need." }),
  );
}
