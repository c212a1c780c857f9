import { getFormProps, type SubmissionResult, type FieldMetadata } from "@conform-to/react";
import { lastDate } from "#app/domain/core/limits.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { LeaveLink } from "#app/ui/shell/form-page.tsx";
import { Choices } from "#app/ui/kit/choices.tsx";
import { SelectField, TextField, Field, fieldProps } from "#app/ui/kit/field.tsx";
import { PageForm, PageLink } from "#app/ui/shell/page-form.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { weekdayLabels } from "./weekday-labels.ts";

interface RepeatFormProps {
  /** "Every Tuesday 7 PM"; null if the task does not repeat yet. */
  words: string | null;
  /** Set only if the viewer's clock shows another time than the task's. */
  timeZone: string | null;
  isOnlyInWords: boolean;
  fields: Record<
    "rule" | "interval" | "unit" | "monthly" | "days" | "nth" | "nthWeekday" | "from" | "until",
    string
  > &
    Record<"weekdays" | "breaks", string[]> & { pausedUntil: string };
  breakNames: string[];
  /** The repetition as this form shows it. */
  seen: string;
  /** The repetition that a note says somebody else has chosen. */
  newlySeen: string | undefined;
  lastResult?: SubmissionResult<string[]>;
}

export function RepeatForm({
  words,
  timeZone,
  isOnlyInWords,
  fields: saved,
  breakNames,
  seen,
  newlySeen,
  lastResult,
}: RepeatFormProps) {
  const [form, fields] = useZodForm({
    id: "repeat",
    schema: repeatInput,
    defaultValue: {
      ...saved,
      seen,
      pasted: "",
      weekdays: boxes(saved.weekdays),
      breaks: boxes(saved.breaks),
    },
    lastResult,
    shouldRevalidate: "onSubmit",
  });
  return (
    <PageForm {...getFormProps(form)} className="card-panel stack repeat-form">
      <input type="hidden" name="seen" value={newlySeen ?? fields.seen.initialValue ?? seen} />
      {words && (
        <p className="hint">
          A change holds for this one and the ones after it. What is done stays.
        </p>
      )}
      {isOnlyInWords && (
        <Choices
          name="rule"
          legend="How it repeats"
          chosen={fields.rule.initialValue ?? "keep"}
          choices={[
            choice("keep", `Keep: ${words}`),
            choice("new", "Change it", "to what you choose below"),
          ]}
        />
      )}
      <div className="field-row" data-part="new">
        <TextField
          field={fields.interval}
          label="Every"
          type="number"
          inputMode="numeric"
          min={1}
          max={999}
          required
        />
        <SelectField field={fields.unit} label="Unit">
          {units.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {timeZone && <p className="hint">Time zone: {timeZone}</p>}
      <CheckList
        part="week"
        legend="On these days of the week"
        name="weekdays"
        chosen={checkedIn(fields.weekdays.initialValue)}
        choices={weekdayLabels}
      />
      <MonthlyFields fields={fields} />
      <div data-part="new">
        <Choices
          name="from"
          legend="Counts from"
          chosen={fields.from.initialValue ?? "due"}
          choices={[
            choice("due", "Its date", "On its day, even if the last one was done late"),
            choice("done", "When it is done", "3 weeks after it was done: filters, haircuts"),
          ]}
        />
      </div>
      <div data-part="new">
        <TextField
          field={fields.until}
          label="Until"
          hint="Leave it empty to repeat without end."
          type="date"
          max={lastDate}
        />
      </div>
      <PastedRule field={fields.pasted} />
      {breakNames.length > 0 && (
        <CheckList
          legend="Not in"
          name="breaks"
          chosen={checkedIn(fields.breaks.initialValue)}
          choices={breakNames.map((name) => [name, name])}
        />
      )}
      <p>
        <PageLink className="text-link" to="/preferences/breaks">
          School holidays and other breaks
        </PageLink>
      </p>
      <TextField
        field={fields.pausedUntil}
        label="Pause until"
        hint="It comes again from this day on."
        type="date"
        max={lastDate}
      />
      <SaveRow cancel={<LeaveLink>Cancel</LeaveLink>}>Save</SaveRow>
    </PageForm>
  );
}

const boxes = (values: string[]) => values.map((value) => ({ value }));

function checkedIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((box: { value?: unknown } | undefined) =>
    typeof box?.value === "string" ? [box.value] : [],
  );
}

const units = [
  ["day", "days"],
  ["week", "weeks"],
  ["month", "months"],
  ["year", "years"],
] as const;

function choice(value: string, label: string, hint: string | null = null) {
  return { value, label, hint, isDisabled: false };
}

interface CheckListProps {
  legend: string;
  name: string;
  /** Pairs of value and label. */
  choices: readonly (readonly [string, string])[];
  chosen: readonly (string | undefined)[];
  /** Shown only for this unit, in browsers that support it. */
  part?: "week";
}

function CheckList({ legend, name, choices, chosen, part }: CheckListProps) {
  return (
    <fieldset className="min-w-0" data-part={part}>
      <legend className="group-legend">{legend}</legend>
      <div className="check-grid">
        {choices.map(([value, label], index) => (
          <label key={value} className="check-row">
            <input
              type="checkbox"
              name={`${name}[${index}].value`}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const ruleHint =
  "It looks like RRULE:FREQ=WEEKLY;BYDAY=TU. It counts instead of what you chose above.";

function PastedRule({
  field: { id, name, initialValue, errors },
}: {
  field: FieldMetadata<string>;
}) {
  return (
    <details open={Boolean(errors ?? initialValue)}>
      <summary className="text-link">Paste a rule from another calendar</summary>
      <div className="mt-2">
        <Field id={id} label="Rule" hint={ruleHint} errors={errors}>
          <textarea
            {...fieldProps(id, { hint: ruleHint, errors })}
            name={name}
            rows={3}
            defaultValue={initialValue}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
          />
        </Field>
      </div>
    </details>
  );
}

interface MonthlyFieldsProps {
  fields: Record<"monthly" | "days" | "nth" | "nthWeekday", FieldMetadata<unknown>>;
}

const monthlyPatterns = [
  ["date", "The day of its date"],
  ["days", "These days"],
  ["weekday", "A weekday"],
] as const;

const ordinals = [
  ["1", "first"],
  ["2", "second"],
  ["3", "third"],
  ["4", "fourth"],
  ["-1", "last"],
] as const;

function MonthlyFields({ fields: { monthly, days, nth, nthWeekday } }: MonthlyFieldsProps) {
  const chosen = text(monthly).initialValue ?? "date";
  return (
    <fieldset className="min-w-0" data-part="month">
      <legend className="group-legend">On this day of the month</legend>
      {monthlyPatterns.map(([value, label]) => (
        <div key={value} className="month-way">
          <label className="check-row">
            <input type="radio" name="monthly" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
          {value === "days" && (
            <TextField field={text(days)} label="Days" hint="Such as 1, 15 or last" />
          )}
          {value === "weekday" && (
            <div className="field-row">
              <SelectField field={text(nth)} label="The first, second or last">
                {ordinals.map(([number, name]) => (
                  <option key={number} value={number}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField field={text(nthWeekday)} label="Weekday">
                {weekdayLabels.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

function text({ id, name, initialValue, errors }: FieldMetadata<unknown>) {
  return {
    id,
    name,
    initialValue: typeof initialValue === "string" ? initialValue : undefined,
    errors,
  };
}
