interface CheckListProps {
  legend: string;
  name: string;
  /** Value and label. */
  choices: readonly (readonly [string, string])[];
  chosen: readonly (string | undefined)[];
  /** Shown only for this unit, in browsers that can. */
  part?: "week";
}

export function CheckList({ legend, name, choices, chosen, part }: CheckListProps) {
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
