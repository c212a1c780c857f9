import type { FieldMetadata } from "@conform-to/react";
import { SelectField, TextField } from "#app/ui/kit/field.tsx";
import { weekdayLabels } from "./weekday-labels.ts";

interface MonthlyFieldsProps {
  fields: Record<"monthly" | "days" | "nth" | "nthWeekday", FieldMetadata<unknown>>;
}

export function MonthlyFields({ fields: { monthly, days, nth, nthWeekday } }: MonthlyFieldsProps) {
  const chosen = text(monthly).initialValue ?? "date";
  return (
    <fieldset className="min-w-0" data-part="month">
      <legend className="group-legend">On this day of the month</legend>
      {ways.map(([value, label]) => (
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

const ways = [
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

function text({ id, name, initialValue, errors }: FieldMetadata<unknown>) {
  return {
    id,
    name,
    initialValue: typeof initialValue === "string" ? initialValue : undefined,
    errors,
  };
}
