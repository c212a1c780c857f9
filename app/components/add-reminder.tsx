import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { customReminder } from "#app/domain/reminders/input.ts";
import { Field, fieldProps } from "./field.tsx";
import { PageForm, PageLink } from "./page-form.tsx";

interface AddReminderProps {
  taskId: string;
  hasDate: boolean;
  choices: { minutesBefore: number; label: string }[];
  /** Where it leads back to. */
  page: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Reminders for one press, and one of one's own; a task without a date has nothing to be reminded before. */
export function AddReminder({ taskId, hasDate, choices, page, lastResult }: AddReminderProps) {
  const action = `/tasks/${taskId}/reminders`;
  if (!hasDate) {
    return (
      <PageLink className="button-secondary" to={`/tasks/${taskId}/date`}>
        Add a date first
      </PageLink>
    );
  }
  return (
    <div className="card-panel stack">
      <p className="font-bold">Remind me</p>
      {choices.length > 0 && (
        <PageForm action={action} preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="redirectTo" value={page} />
          {choices.map(({ minutesBefore, label }) => (
            <button key={minutesBefore} type="submit" name="minutesBefore" value={minutesBefore} className="choice">
              {label}
            </button>
          ))}
        </PageForm>
      )}
      <OwnReminder action={action} page={page} lastResult={lastResult} />
    </div>
  );
}

function OwnReminder({ action, page, lastResult }: { action: string } & Pick<AddReminderProps, "page" | "lastResult">) {
  const [form, { minutesBefore, unit }] = useForm({
    id: "own-reminder",
    defaultValue: { minutesBefore: "", unit: "hours" },
    lastResult,
    defaultNoValidate: false,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: customReminder }),
  });
  return (
    <PageForm action={action} preventScrollReset {...getFormProps(form)} className="stack">
      <input type="hidden" name="redirectTo" value={page} />
      <div className="own-reminder">
        <Field id={minutesBefore.id} label="How long before" errors={minutesBefore.errors}>
          <input
            {...fieldProps(minutesBefore.id, { errors: minutesBefore.errors })}
            name={minutesBefore.name}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            defaultValue={minutesBefore.initialValue}
            required
          />
        </Field>
        <Field id={unit.id} label="Unit" errors={unit.errors}>
          <select {...fieldProps(unit.id, { errors: unit.errors })} name={unit.name} defaultValue={unit.initialValue}>
            {["minutes", "hours", "days"].map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </Field>
        <button type="submit" className="button-secondary">
          Add reminder
        </button>
      </div>
    </PageForm>
  );
}
