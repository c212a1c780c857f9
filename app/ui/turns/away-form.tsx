import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { awayInput } from "#app/domain/series/turns/input.ts";
import { SelectField, TextField } from "../kit/field.tsx";
import { PageForm } from "../shell/page-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface AwayFormProps {
  people: { id: string; name: string }[];
  lastResult?: SubmissionResult<string[]>;
}

export function AwayForm({ people, lastResult }: AwayFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { person, firstOn, lastOn }] = useZodForm({
    id: "away",
    schema: awayInput,
    defaultValue: { person: people[0]?.id ?? "", firstOn: "", lastOn: "" },
    lastResult,
  });
  return (
    <PageForm action="/family/away" {...getFormProps(form)} className="card-panel stack">
      <SelectField field={person} label="Who is away?">
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField field={firstOn} label="From" type="date" required />
      <TextField field={lastOn} label="Until" hint="The last day away" type="date" required />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Add
        </SubmitButton>
      </div>
    </PageForm>
  );
}
