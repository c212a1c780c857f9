import { FormPage } from "./form-page.tsx";
import { PageForm } from "./page-form.tsx";

interface TaskGoneProps {
  id: string;
  title: string;
  /** "Sam deleted this a moment ago" */
  words: string;
}

/** In the place of a task that was deleted while somebody looked at it, or before they opened it. */
export function TaskGone({ id, title, words }: TaskGoneProps) {
  return (
    <FormPage title={title}>
      <p role="status">{words}.</p>
      <PageForm action={`/tasks/${id}/restore`} className="mt-4">
        <button type="submit" className="button-secondary">
          Undo
        </button>
      </PageForm>
    </FormPage>
  );
}
