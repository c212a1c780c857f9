import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { customReminder } from "#app/domain/reminders/input.ts";
import { SelectField, TextField } from "../kit/field.tsx";
import { PageForm, PageLink } from "../shell/page-form.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface AddReminderProps {
  taskId: string;
  hasDate: boolean;
  choices: { minutesBefore: number; label: string }[];
  page: string;
  isRepeating: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function AddReminder({
  taskId,
  hasDate,
  choices,
  page,
  isRepeating,
  lastResult,
}: AddReminderProps) {
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
        <PageForm action={action} preventScrollReset className="quick-reminders">
          <input type="hidden" name="redirectTo" value={page} />
          {isRepeating && <ScopeSelect id="quick-scope" label="For" />}
          {choices.map(({ minutesBefore, label }) => (
            <button
              key={minutesBefore}
              type="submit"
              name="minutesBefore"
              value={minutesBefore}
              className="choice"
            >
              {label}
            </button>
          ))}
        </PageForm>
      )}
      <CustomReminder
        action={action}
        page={page}
        isRepeating={isRepeating}
        lastResult={lastResult}
      />
    </div>
  );
}

function CustomReminder({
  action,
  page,
  isRepeating,
  lastResult,
}: { action: string } & Pick<AddReminderProps, "page" | "isRepeating" | "lastResult">) {
  const [form, { minutesBefore, unit }] = useZodForm({
    id: "own-reminder",
    schema: customReminder,
    defaultValue: { minutesBefore: "", unit: "hours" },
    lastResult,
    shouldRevalidate: "onSubmit",
  });
  return (
    <PageForm action={action} preventScrollReset {...getFormProps(form)} className="stack">
      <input type="hidden" name="redirectTo" value={page} />
      <div className="own-reminder">
        <TextField
          field={minutesBefore}
          label="How long before"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          required
        />
        <SelectField field={unit} label="Unit">
          {["minutes", "hours", "days"].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
        {isRepeating && <ScopeSelect id="own-scope" label="This reminder is for" />}
        <button type="submit" className="button-secondary">
          Add reminder
        </button>
      </div>
    </PageForm>
  );
}

function ScopeSelect({ id, label }: { id: string; label: string }) {
  return (
    <SelectField
      field={{ id, name: "scope", initialValue: "one", errors: undefined }}
      label={label}
    >
      <option value="one">Only this one</option>
      <option value="following">Every time</option>
    </SelectField>
  );
}
