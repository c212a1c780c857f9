interface Named {
  id: string;
  name: string;
}

interface SelectedChoicesProps {
  people: readonly Named[];
  lists: readonly Named[];
  hasWeekend: boolean;
  /** The submitted values of a refused form. */
  sent: Record<string, unknown> | null | undefined;
  errors: readonly string[] | undefined;
}

/** The buttons under tasks to select, for all that are ticked. */
export function SelectedChoices({ people, lists, hasWeekend, sent, errors }: SelectedChoicesProps) {
  const sentOf = (name: string) => sent?.[name]?.toString();
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
          defaultValue={sentOf("date")}
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
        <select id="person" name="personId" className="control" defaultValue={sentOf("personId")}>
          <option value="">Anyone</option>
          <Options of={people} />
        </select>
        <button type="submit" className="button-secondary" name="choice" value="who">
          Give
        </button>
      </div>
      <div className="select-choices">
        <label htmlFor="list">List</label>
        <select id="list" name="listId" className="control" defaultValue={sentOf("listId")}>
          <Options of={lists} />
        </select>
        <button type="submit" className="button-secondary" name="choice" value="list">
          Move to the list
        </button>
      </div>
    </>
  );
}

const Options = ({ of }: { of: readonly Named[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
