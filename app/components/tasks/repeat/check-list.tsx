interface CheckListProps {
  legend: string;
  name: string;
  /** Value and label. */
  choices: readonly (readonly [string, string])[];
  /** One value comes without a list. */
  chosen: string | readonly (string | undefined)[] | undefined;
  /** Shown only for this unit, in browsers that can. */
  part?: "week";
}

export function CheckList({ legend, name, choices, chosen, part }: CheckListProps) {
  const checked = [chosen ?? []].flat();
  return (
    <fieldset className="min-w-0" data-part={part}>
      <legend className="mb-1 font-bold">{legend}</legend>
      <div className="check-grid">
        {choices.map(([value, label]) => (
          <label key={value} className="check-row">
            <input type="checkbox" name={name} value={value} defaultChecked={checked.includes(value)} />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
