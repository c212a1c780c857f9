import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigation } from "@remix-run/react";
import { confirmInput } from "#app/domain/tasks/input.ts";
import { LeaveLink } from "./form-page.tsx";
import { PageForm } from "./page-form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { TaskFields } from "./task-fields.tsx";

interface ConfirmFormProps {
  requestId: string;
  drafts: Record<"title" | "category" | "description" | "dueDate" | "assignee", string>[];
  lastResult?: SubmissionResult<string[]>;
}

/** What was understood, to be looked at before it is saved. */
export function ConfirmForm({ requestId, drafts, lastResult }: ConfirmFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "confirm-tasks",
    defaultValue: { drafts },
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: confirmInput }),
  });
  const list = fields.drafts.getFieldList();
  return (
    <PageForm {...getFormProps(form)} className="stack">
      <input type="hidden" name="requestId" value={requestId} />
      {list.map((draft, index) => (
        <fieldset key={draft.key} className="card-panel stack min-w-0">
          <legend className={list.length > 1 ? "draft-legend" : "sr-only"}>
            {list.length > 1 ? `Task ${index + 1} of ${list.length}` : "Task"}
          </legend>
          <TaskFields fields={draft.getFieldset()} timeZone={null} />
        </fieldset>
      ))}
      <div className="button-row">
        <LeaveLink>Cancel</LeaveLink>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          {list.length > 1 ? "Save tasks" : "Save task"}
        </SubmitButton>
      </div>
    </PageForm>
  );
}
