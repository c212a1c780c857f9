import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { describeAddedItems } from "#app/domain/lists/added-words.ts";
import { listChoice } from "#app/domain/lists/input.ts";
import { listLists } from "#app/domain/lists/lists.server.ts";
import { findMovable, moveTaskToList } from "#app/domain/pages/items-and-tasks.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";
import { redirectFromMissingTask, redirectToTask } from "./after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Move to a list · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const task = (await findMovable(database(), viewer, id)) ?? (await redirectToTask(viewer, id));
  return { task, lists: await listLists(database(), viewer) };
}

/** Makes an item of the task. */
export const action = taskAction("/dashboard", async ({ db, viewer, id: taskId, request }) => {
  const { list: listId } = await requireForm(request, listChoice);
  const moved = await moveTaskToList(db, viewer, { taskId, listId });
  if (!moved) return redirectFromMissingTask(viewer, taskId);
  if ("refused" in moved) return toast("error", "Nothing changed", { message: moved.refused });
  return toast("success", describeAddedItems(moved), {
    page: { to: `/lists/${moved.list.id}`, label: "Open the list" },
    undo: `/lists/${moved.list.id}/added/${moved.requestId}/undo-move`,
  });
});

export default function MoveToList() {
  const { task, lists } = useLoaderData<typeof loader>();
  return (
    <FormPage title="Move to a list" back={<BackLink to={`/tasks/${task.id}`}>Task</BackLink>}>
      <Toasts toast={failureToast(useActionData<typeof action>())} />
      <p id="task-to-move" className="subject" dir="auto">
        {task.title}
      </p>
      {task.whyNot === null ? (
        <>
          <PageForm className="people-to-choose">
            {lists.map(({ id, name }) => (
              <button
                key={id}
                type="submit"
                className="person-button"
                name="list"
                value={id}
                aria-describedby="task-to-move"
              >
                <bdi>{name}</bdi>
              </button>
            ))}
          </PageForm>
          <p className="hint mt-4">
            Only its title goes on the list: a list has no dates, reminders, notes or checklists.
          </p>
        </>
      ) : (
        <p>This task can&apos;t go on a list. {task.whyNot}</p>
      )}
    </FormPage>
  );
}
