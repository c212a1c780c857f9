import { createClientAction } from "#app/ui/saving/client-action.ts";
import { childAnswer } from "#app/domain/people/family/input.ts";
import { tooManyPeople } from "#app/domain/people/room-for-people.server.ts";
import { answerAboutChild } from "#app/domain/tasks/changing/answer-about-child.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request }) => {
  if (!(await findTask(db, viewer, id))) return redirectFromMissingTask(viewer, id);
  const isChild = (await requireForm(request, childAnswer)).answer === "yes";
  const answered = await answerAboutChild(db, viewer, id, isChild);
  if (answered === "full") return toast("error", "Nothing changed", { message: tooManyPeople });
  return answered ? answerToast(answered, isChild) : toast("success", "This was answered already");
});

function answerToast({ name, isMoved }: { name: string; isMoved: boolean }, isChild: boolean) {
  if (!isChild)
    return toast("success", "All right", { message: `I won't ask about ${name} again.` });
  const moved = isMoved ? "This task is under Kids now. " : "";
  return toast("success", `${name} added`, {
    message: `${moved}I'll put tasks for ${name} under Kids.`,
  });
}
