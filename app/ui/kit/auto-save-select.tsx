import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { SaveWithoutScript } from "./save-without-script.tsx";

interface AutoSaveSelectProps {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  errors?: string[];
}

/** A choice that could not be saved changes back. */
export function AutoSaveSelect({ name, label, value, options, errors }: AutoSaveSelectProps) {
  const submit = useSubmit();
  const { formData } = useNavigation();
  return (
    <Form method="post" className="stack" preventScrollReset>
      <div className="field">
        <label htmlFor={name}>{label}</label>
        <select
          id={name}
          name={name}
          className="control"
          value={formData?.get(name)?.toString() ?? value}
          aria-describedby={errors && `${name}-error`}
          aria-invalid={errors ? true : undefined}
          onChange={(event) =>
            submit(event.currentTarget.form, { preventScrollReset: true, flushSync: true })
          }
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {errors && (
          <p id={`${name}-error`} className="field-error">
            {errors.join(" ")}
          </p>
        )}
      </div>
      <SaveWithoutScript />
    </Form>
  );
}
