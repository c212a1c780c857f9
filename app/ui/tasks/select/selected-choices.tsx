interface SelectedChoicesProps {
  people: readonly { id: string; label: string }[];
  hasWeekend: boolean;
  errors: readonly string[] | undefined;
}

/** The buttons under tasks to select, for all that are ticked. */
export function SelectedChoices({ people, hasWeekend, errors }: SelectedChoicesProps) {
  return (
    <>
      <div className="select-choices select-main">
        <button type="submit" className="button-primary" name="choice" value="done">
          Done
        </button>
        <button type="submit" className="button-secondary" name="choice" value="tomorrow">
          Tomorrow
        </button>
        {hasWeekend && (
          <button type="submit" className="button-secondary" name="choice" value="weekend">
            Weekend
          </button>
        )}
        <button type="submit" className="button-secondary" name="choice" value="delete">
          Delete
        </button>
      </div>
      <div className="select-choices">
        <label htmlFor="date">Another day</label>
        <input
          id="date"
          name="date"
          type="date"
          className="control"
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors && "date-error"}
        />
        <button type="submit" className="button-secondary" name="choice" value="date">
          Move there
        </button>
      </div>
      {errors && (
        <p id="date-error" className="field-error">
          {errors.join(" ")}
        </p>
      )}
      <div className="select-choices">
        <label htmlFor="person">Who does it</label>
        <select id="person" name="personId" className="control">
          <option value="">Anyone</option>
          {people.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit" className="button-secondary" name="choice" value="who">
          Give
        </button>
      </div>
    </>
  );
}
