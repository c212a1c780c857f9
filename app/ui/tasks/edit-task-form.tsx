import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { taskDraft } from "#app/domain/tasks/input.ts";
import { Choices } from "#app/ui/delegation/choices.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { LeaveLink } from "../shell/form-page.tsx";
import { PageForm } from "../shell/page-form.tsx";
import { ConflictNote, PresentNote, type PresentTask, type TheirChange } from "./conflict-note.tsx";
import { TaskFields } from "./task-fields.tsx";

const choices = [
  { value: "one", label: "Only this one", hint: null, isDisabled: false },
  { value: "following", label: "This and the following", hint: null, isDisabled: false },
  { value: "all", label: "All", hint: null, isDisabled: false },
];

interface EditTaskFormProps {
  task: Record<
    | "title"
    | "category"
    | "description"
    | "dueDate"
    | "assignee"
    | "assigneeBefore"
    | "version"
    | "scope",
    string
  >;
  /** Set only if the due date's zone differs from the viewer's. */
  timeZone: string | null;
  isRepeating: boolean;
  lastResult?: SubmissionResult<string[]>;
  /** Someone else saved this while the form was open. */
  theirs: TheirChange | null;
  /** Its series has gone on since the form was opened. */
  present: PresentTask | null;
  /** For example, "Sam deleted this a moment ago". Set only if the task was deleted before the form opened. */
  deleted: string | null;
}

export function EditTaskForm({
  task,
  timeZone,
  isRepeating,
  lastResult,
  theirs,
  present,
  deleted,
}: EditTaskFormProps) {
  const [form, fields] = useZodForm({
    id: "edit-task",
    schema: taskDraft,
    defaultValue: task,
    lastResult,
  });
  return (
    <PageForm
      {...getFormProps(form)}
      action={present ? `/tasks/${present.id}/edit` : undefined}
      className="card-panel stack"
    >
      {present ? (
        <PresentNote {...present} />
      ) : (
        <ConflictNote theirs={theirs} deleted={theirs?.deleted ?? deleted} />
      )}
      <input
        type="hidden"
        name="version"
        value={present?.version ?? theirs?.version ?? task.version}
      />
      <input
        type="hidden"
        name="assigneeBefore"
        value={present?.assignee ?? (theirs ? (theirs.assignee ?? "") : task.assigneeBefore)}
      />
      <TaskFields fields={fields} timeZone={timeZone} />
      {isRepeating && <ScopeChoices chosen={fields.scope.initialValue ?? "one"} />}
      <SaveRow cancel={<LeaveLink>Cancel</LeaveLink>}>Save Changes</SaveRow>
    </PageForm>
  );
}

function ScopeChoices({ chosen }: { chosen: string }) {
  return (
    <div>
      <Choices name="scope" legend="What should change?" chosen={chosen} choices={choices} />
      <p className="hint">
        A new time is for all that you choose, and so is a new day if the others can move with it.
      </p>
    </div>
  );
}
