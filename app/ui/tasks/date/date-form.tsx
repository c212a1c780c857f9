import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { dateChoice } from "#app/domain/tasks/input.ts";
import { lastDate } from "#app/domain/core/limits.ts";
import { type DateHiddenFieldsProps, DateHiddenFields } from "./date-hidden-fields.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { LeaveLink } from "#app/ui/shell/form-page.tsx";
import { ButtonForm, PageForm } from "#app/ui/shell/page-form.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";

interface DateFormProps extends DateHiddenFieldsProps {
  taskId: string;
  date: string;
  time: string;
  /** Set only if the due date's zone differs from the viewer's. */
  timeZone: string | null;
  lastResult?: SubmissionResult<string[]>;
}

export function DateForm({ taskId, date, time, timeZone, lastResult, ...hidden }: DateFormProps) {
  const [form, fields] = useZodForm({
    id: "task-date",
    schema: dateChoice,
    defaultValue: { date, time },
    lastResult,
  });
  return (
    <>
      <PageForm {...getFormProps(form)} className="card-panel stack">
        <DateHiddenFields {...hidden} />
        <div className="field-row">
          <TextField field={fields.date} label="Date" type="date" max={lastDate} required />
          <TextField field={fields.time} label="Time" type="time" required />
        </div>
        {timeZone && <p className="hint">Time zone: {timeZone}</p>}
        <div className="button-row">
          {hidden.then === "overdue" ? (
            <button type="submit" form={skipForm} className="button-secondary">
              Skip
            </button>
          ) : (
            <LeaveLink>Skip</LeaveLink>
          )}
          <SubmitButton className="button-primary" busyText="Saving...">
            Save
          </SubmitButton>
        </div>
      </PageForm>
      {hidden.then === "overdue" && <SkipForm taskId={taskId} />}
    </>
  );
}

const skipForm = "skip-overdue";

/** Leaves the picker for the next overdue task. */
function SkipForm({ taskId }: { taskId: string }) {
  return (
    <ButtonForm id={skipForm} action="/overdue">
      <input type="hidden" name="taskId" value={taskId} />
      <input type="hidden" name="choice" value="skip" />
    </ButtonForm>
  );
}
