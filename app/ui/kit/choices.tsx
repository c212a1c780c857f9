interface ChoicesProps {
  name: string;
  legend: string;
  chosen: string;
  errors?: string[] | null;
  choices: { value: string; label: string; hint: string | null; isDisabled: boolean }[];
}

export function Choices({ name, legend, chosen, errors, choices }: ChoicesProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={errors ? `${name}-error` : undefined}>
      <legend className="group-legend">{legend}</legend>
      <div className="choices">
        {choices.map(({ value, label, hint, isDisabled }) => (
          <label key={value} className="choice-row">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen && !isDisabled}
              disabled={isDisabled}
              required
            />
            <span className="min-w-0">
              <span className="font-semibold" dir="auto">
                {label}
              </span>
              {hint && <span className="hint block">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {errors && (
        <p id={`${name}-error`} className="field-error">
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
