import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { confirmInput } from "#app/domain/tasks/input.ts";
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
    <Form method="post" {...getFormProps(form)} className="stack">
      <input type="hidden" name="requestId" value={requestId} />
      {list.map((draft, index) => (
        <fieldset key={draft.key} className="card-panel stack min-w-0">
          <legend className="sr-only">{list.length > 1 ? `Task ${index + 1}` : "Task"}</legend>
          <TaskFields fields={draft.getFieldset()} timeZone={null} />
        </fieldset>
      ))}
      <div className="button-row">
        <Link className="button-secondary" to="/dashboard">
          Cancel
        </Link>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          {list.length > 1 ? "Save tasks" : "Save task"}
        </SubmitButton>
      </div>
    </Form>
  );
}
