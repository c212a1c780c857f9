import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { childAnswer } from "#app/domain/household/family/input.ts";
import { tooManyPeople } from "#app/domain/household/room-for-people.server.ts";
import { answerAboutChild } from "#app/domain/tasks/changing/answer-about-child.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { readForm, readRedirectTo } from "#app/web/form.server.ts";
import { badRequest, notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const { id = "" } = args.params;
  if (!(await findTask(database(), viewer, id))) notFound();
  const redirectTo = await readRedirectTo(args.request, "/dashboard");
  const submission = await readForm(args.request, childAnswer);
  if (submission.status !== "success") return badRequest();
  const isChild = submission.value.answer === "yes";
  const answered = await answerAboutChild(database(), viewer, id, isChild);
  if (answered === "full") {
    return redirectWithToast(
      redirectTo,
      toast("error", "Nothing changed", { message: tooManyPeople }),
    );
  }
  return redirectWithToast(
    redirectTo,
    answered ? answerToast(answered, isChild) : toast("success", "This was answered already"),
  );
}

function answerToast({ name, isMoved }: { name: string; isMoved: boolean }, isChild: boolean) {
  if (!isChild)
    return toast("success", "All right", { message: `I won't ask about ${name} again.` });
  const moved = isMoved ? "This task is under Kids now. " : "";
  return toast("success", `${name} added`, {
    message: `${moved}I'll put tasks for ${name} under Kids.`,
  });
}
