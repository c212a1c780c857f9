import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { categories, lastDate, taskDraft, textLength } from "#app/domain/tasks/input.ts";
import { Field, fieldProps } from "./field.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { type TheirChange, TheirChangeNote } from "./their-change-note.tsx";

interface EditTaskFormProps {
  task: Record<"title" | "category" | "description" | "dueDate" | "assignee" | "version", string>;
  /** The zone of the due date, when it is not the viewer's. */
  timeZone: string | null;
  lastResult?: SubmissionResult<string[]>;
  /** What somebody else saved meanwhile. */
  theirs: TheirChange | null;
}

export function EditTaskForm({ task, timeZone, lastResult, theirs }: EditTaskFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "edit-task",
    defaultValue: task,
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: taskDraft }),
  });
  const { title, category, description, dueDate, assignee } = fields;
  const dueHint = timeZone ? `In the time zone ${timeZone}` : undefined;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {theirs && <TheirChangeNote theirs={theirs} />}
      <input type="hidden" name="version" value={theirs?.version ?? task.version} />
      <Field id={title.id} label="Title" errors={title.errors}>
        <input
          {...fieldProps(title.id, { errors: title.errors })}
          name={title.name}
          type="text"
          defaultValue={title.initialValue}
          maxLength={textLength.title}
          dir="auto"
          required
        />
      </Field>
      <Field id={category.id} label="Category" errors={category.errors}>
        <select
          {...fieldProps(category.id, { errors: category.errors })}
          name={category.name}
          defaultValue={category.initialValue}
        >
          {categories.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </Field>
      <Field id={dueDate.id} label="Due date" hint={dueHint} errors={dueDate.errors}>
        <input
          {...fieldProps(dueDate.id, { hint: dueHint, errors: dueDate.errors })}
          name={dueDate.name}
          type="datetime-local"
          max={`${lastDate}T23:59`}
          defaultValue={dueDate.initialValue}
        />
      </Field>
      <Field id={assignee.id} label="Who does it" errors={assignee.errors}>
        <input
          {...fieldProps(assignee.id, { errors: assignee.errors })}
          name={assignee.name}
          type="text"
          defaultValue={assignee.initialValue}
          maxLength={textLength.assignee}
          dir="auto"
        />
      </Field>
      <Field id={description.id} label="Description" errors={description.errors}>
        <textarea
          {...fieldProps(description.id, { errors: description.errors })}
          name={description.name}
          defaultValue={description.initialValue}
          maxLength={textLength.description}
          rows={4}
          dir="auto"
        />
      </Field>
      <div className="button-row">
        <Link className="button-secondary" to="/dashboard">
          Cancel
        </Link>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Save Changes
        </SubmitButton>
      </div>
    </Form>
  );
}
