import { BackLink } from "../shell/back-link.tsx";
import { FormPage } from "../shell/form-page.tsx";
import { ButtonForm, useButtonForms } from "../shell/page-form.tsx";
import { Toasts } from "../live/toast.tsx";
import { deletedTaskActions } from "#app/ui/offline/task-actions.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";

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
