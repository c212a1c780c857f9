import { BackLink } from "../layout/back-link.tsx";
import { FormPage } from "../layout/form-page.tsx";
import { ButtonForm, useButtonForms } from "../ui/page-form.tsx";
import { Toasts } from "../ui/toast.tsx";
import { deletedTaskActions } from "#app/client/offline/task-actions.ts";
import { usePreloadedActions } from "#app/client/saving/preloaded-actions.ts";

interface DeletedTaskProps {
  id: string;
  title: string;
  /** For example, "Sam deleted this a moment ago". */
  words: string;
}

export function DeletedTask({ id, title, words }: DeletedTaskProps) {
  usePreloadedActions(deletedTaskActions);
  const { failure } = useButtonForms();
  return (
    <FormPage title={title} back={<BackLink to="/dashboard">All tasks</BackLink>}>
      <Toasts toast={failure} />
      <p role="status">{words}.</p>
      <ButtonForm action={`/tasks/${id}/restore`} className="mt-4">
        <button type="submit" className="button-secondary">
          Undo
        </button>
      </ButtonForm>
    </FormPage>
  );
}
