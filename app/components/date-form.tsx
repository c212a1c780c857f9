import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigation } from "@remix-run/react";
import { dateChoice } from "#app/domain/tasks/input.ts";
import { lastDate } from "#app/domain/tasks/limits.ts";
import { type DateHidden, DateHiddenFields } from "./date-hidden-fields.tsx";
import { Field, fieldProps } from "./field.tsx";
import { LeaveLink } from "./form-page.tsx";
import { PageForm } from "./page-form.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface DateFormProps extends DateHidden {
  date: string;
  time: string;
  /** The zone of the due date, when it is not the viewer's. */
  timeZone: string | null;
  lastResult?: SubmissionResult<string[]>;
}

/** The date-and-time picker: the browser's own inputs, which every phone has. */
export function DateForm({ date, time, timeZone, lastResult, ...hidden }: DateFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "task-date",
    defaultValue: { date, time },
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: dateChoice }),
  });
  return (
    <PageForm {...getFormProps(form)} className="card-panel stack">
      <DateHiddenFields {...hidden} />
      <div className="field-row">
        <Field id={fields.date.id} label="Date" errors={fields.date.errors}>
          <input
            {...fieldProps(fields.date.id, { errors: fields.date.errors })}
            name={fields.date.name}
            type="date"
            max={lastDate}
            defaultValue={fields.date.initialValue}
            required
          />
        </Field>
        <Field id={fields.time.id} label="Time" errors={fields.time.errors}>
          <input
            {...fieldProps(fields.time.id, { errors: fields.time.errors })}
            name={fields.time.name}
            type="time"
            defaultValue={fields.time.initialValue}
            required
          />
        </Field>
      </div>
      {timeZone && <p className="hint">In the time zone {timeZone}</p>}
      <div className="button-row">
        <LeaveLink>Skip</LeaveLink>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Save
        </SubmitButton>
      </div>
    </PageForm>
  );
}
