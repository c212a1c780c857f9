import { SelectField } from "../../kit/field.tsx";
import { PressId } from "../../shell/press-id.tsx";
import { ButtonForm } from "../../shell/page-form.tsx";

interface TemplatesProps {
  page: string;
  lists: { list: string; name: string }[];
  hasItems: boolean;
}

/** A list of the household keeps items for the next time, and gives them to a checklist. */
export function Templates({ page, lists, hasItems }: TemplatesProps) {
  const field = { id: "from-list", name: "list", initialValue: undefined, errors: undefined };
  return (
    <section className="settings-section" aria-labelledby="templates">
      <h2 id="templates" className="section-title">
        Lists to use again
      </h2>
      <ButtonForm action={`${page}/from-list`} className="list-new">
        <PressId />
        <SelectField field={field} label="Add what is on a list">
          {lists.map(({ list, name }) => (
            <option key={list} value={list}>
              {name}
            </option>
          ))}
        </SelectField>
        <button type="submit" className="button-secondary">
          Add what is on it
        </button>
      </ButtonForm>
      {hasItems && (
        <ButtonForm action={`${page}/copy`}>
          <PressId />
          <button type="submit" className="button-secondary">
            Copy to a list
          </button>
          <p className="hint mt-1">Keeps these items under Lists, for the next time.</p>
        </ButtonForm>
      )}
    </section>
  );
}
