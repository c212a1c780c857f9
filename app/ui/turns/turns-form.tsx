import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { turnsInput } from "#app/domain/series/turns/input.ts";
import { SelectField } from "../kit/field.tsx";
import { PageForm } from "../shell/page-form.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface TurnsFormProps {
  taskId: string;
  who: "nobody" | "anyone" | "people";
  order: string;
  chosen: string[];
  people: { id: string; name: string; isViewer: boolean }[];
  lastResult?: SubmissionResult<string[]>;
}

const choices = [
  { value: "nobody", label: "Nobody in particular" },
  { value: "anyone", label: "Anyone can take it" },
  { value: "people", label: "These people:" },
] as const;

const orders = [
  { value: "each", label: "In turns, one after the other" },
  { value: "week", label: "A week each" },
  { value: "least", label: "The one who did it least lately" },
] as const;

export function TurnsForm({ taskId, who, order, chosen, people, lastResult }: TurnsFormProps) {
  const [form, fields] = useZodForm({
    id: "turns",
    schema: turnsInput,
    defaultValue: { who, order, people: chosen.map((id) => ({ id })) },
    lastResult,
  });
  const typed = lastResult?.initialValue as { who?: string; people?: unknown } | undefined;
  const isChosen = new Set(typed ? idsIn(typed.people) : chosen);
  const peopleErrors = fields.people.errors;
  return (
    <PageForm
      action={`/tasks/${taskId}/turns`}
      {...getFormProps(form)}
      className="card-panel stack"
    >
      <fieldset className="min-w-0">
        <legend className="group-legend">Who does it?</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="check-row">
            <input
              type="radio"
              name={fields.who.name}
              value={value}
              defaultChecked={(typed?.who ?? who) === value}
            />
            {label}
          </label>
        ))}
        <div
          className="pl-8"
          role="group"
          aria-label="People"
          aria-describedby={peopleErrors && "people-error"}
        >
          {people.map(({ id, name, isViewer }, index) => (
            <label key={id} className="check-row">
              <input
                type="checkbox"
                name={`people[${index}].id`}
                value={id}
                defaultChecked={isChosen.has(id)}
              />
              <span dir="auto">{isViewer ? `${name} (you)` : name}</span>
            </label>
          ))}
          {peopleErrors && (
            <p id="people-error" className="field-error">
              {peopleErrors.join(" ")}
            </p>
          )}
        </div>
      </fieldset>
      <SelectField field={fields.order} label="If several" hint="People who are away are left out.">
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SaveRow>Save</SaveRow>
    </PageForm>
  );
}

function idsIn(people: unknown): string[] {
  if (!Array.isArray(people)) return [];
  return people.flatMap((person: { id?: unknown } | undefined) =>
    typeof person?.id === "string" ? [person.id] : [],
  );
}
