import { Form, Link } from "@remix-run/react";
import { importPath, newPerson } from "#app/domain/imports/limits.ts";
import { fieldProps, Field } from "../kit/field.tsx";

interface Problem {
  line: number;
  title: string;
  why: string;
  isTaken: boolean;
}

interface Difference {
  line: number;
  title: string;
  parts: string[];
  changedHere: string[];
}

interface PreviewProps {
  summary: {
    tasks: number;
    done: number;
    items: number;
    lists: string[];
    repeating: number;
    checklists: number;
    known: number;
    family: number;
    problems: Problem[];
    leftOut: number;
    changed: number;
    updates: number;
    differences: Difference[];
  };
  matches: { name: string; count: number; personId: string; canBeAdded: boolean }[];
  people: { id: string; label: string }[];
  /** Why it could not be imported, with what was chosen. */
  refused:
    | { refused: string; chosen: { name: string; person: string }[]; takesChanges: boolean }
    | undefined;
}

/** Shows what a file would bring, before anything is added. */
export function Preview({ summary, matches, people, refused }: PreviewProps) {
  const { tasks, items, lists, family, known, updates } = summary;
  const isNothingNew = tasks + items + lists.length + family === 0;
  const isNothing = isNothingNew && updates === 0;
  return (
    <div className="stack">
      <section className="card-panel stack" aria-label="In this file">
        <ul className="stack">
          {countsOf(summary).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {isNothing && <p className="empty">Nothing in this file is new.</p>}
        {known > 0 && <p className="hint">What is here already is not added again.</p>}
      </section>
      <Differences {...summary} />
      <Problems {...summary} />
      {!isNothing && (
        <Form method="post" className="card-panel stack">
          {matches.length > 0 && <h2 className="section-title">Who is who</h2>}
          {matches.map(({ name, count, personId, canBeAdded }, index) => {
            const id = `person-${index}`;
            const chosen = refused?.chosen.find((one) => one.name === name)?.person ?? personId;
            const hint = numberOf(count, "task");
            return (
              <Field key={name} id={id} label={name} hint={hint}>
                <input type="hidden" name={`people[${index}].name`} value={name} />
                <select
                  {...fieldProps(id, { hint })}
                  name={`people[${index}].person`}
                  defaultValue={chosen}
                >
                  <option value="">Nobody here: keep the name</option>
                  {canBeAdded && <option value={newPerson}>Add to the family</option>}
                  {people.map((person) => (
                    <option key={person.id} value={person.id}>
                      {person.label}
                    </option>
                  ))}
                </select>
              </Field>
            );
          })}
          {updates > 0 &&
            (isNothingNew ? (
              <input type="hidden" name="takesChanges" value="on" />
            ) : (
              <label className="check-row">
                <input
                  type="checkbox"
                  name="takesChanges"
                  value="on"
                  defaultChecked={refused?.takesChanges ?? true}
                />
                Also change {numberOf(updates, "task")} here to match the file
              </label>
            ))}
          {refused && (
            <p className="field-error" role="alert">
              {refused.refused}
            </p>
          )}
          <div className="button-row">
            <Link className="button-secondary" to={importPath}>
              Choose another file
            </Link>
            <button type="submit" className="button-primary">
              Import {labelOf(summary)}
            </button>
          </div>
        </Form>
      )}
    </div>
  );
}

function countsOf({
  tasks,
  done,
  items,
  lists,
  repeating,
  checklists,
  family,
  known,
  updates,
}: PreviewProps["summary"]) {
  const named = lists.slice(0, 5).join(", ");
  return [
    tasks > 0 && `${numberOf(tasks, "task")}${done > 0 ? `, ${format(done)} of them done` : ""}`,
    repeating > 0 && `${format(repeating)} repeating`,
    checklists > 0 && `${format(checklists)} with a checklist`,
    items > 0 && `${numberOf(items, "item")} for ${named}`,
    items === 0 && lists.length > 0 && `Lists without items: ${named}`,
    family > 0 && `${format(family)} of the family: people, breaks and days away`,
    updates > 0 && `${format(updates)} changed in the file`,
    known > 0 && `${format(known)} here already`,
  ].filter((words) => words !== false);
}

const format = (count: number) => count.toLocaleString("en-US");
const numberOf = (count: number, thing: string) =>
  `${format(count)} ${thing}${count === 1 ? "" : "s"}`;

function labelOf(summary: PreviewProps["summary"]): string {
  const { tasks, items, lists, family, updates } = summary;
  if (tasks + items + lists.length + family === 0) return numberOf(updates, "change");
  if (tasks + items === 0) return "what is in the file";
  if (tasks === 0) return numberOf(items, "item");
  return items === 0
    ? numberOf(tasks, "task")
    : `${numberOf(tasks, "task")} and ${numberOf(items, "item")}`;
}

/** Lists the differences between the file and the tasks that are here. */
function Differences({ differences, updates }: PreviewProps["summary"]) {
  if (differences.length === 0) return null;
  const stay = differences.filter(({ parts }) => parts.length === 0).length;
  const words = [
    updates > 0 && `${format(updates)} changed in the file`,
    stay > 0 && `${format(stay)} different, because somebody changed them here`,
  ].filter(Boolean);
  return (
    <details className="card-panel">
      <summary className="text-link">{words.join(", ")}</summary>
      <ul className="rows mt-2">
        {differences.map(({ line, title, parts, changedHere }, index) => (
          <li key={index} className="row">
            <p>
              Line {line}: <bdi>{title}</bdi>
            </p>
            <p className="hint">
              {parts.length > 0 && `Different in the file: ${parts.join(", ")}. `}
              {changedHere.length > 0 && `Changed here, so I keep: ${changedHere.join(", ")}.`}
            </p>
          </li>
        ))}
      </ul>
      <p className="hint">
        I compare titles, notes, categories, dates and ticks. In a series, dates and ticks stay.
      </p>
    </details>
  );
}

function Problems({ problems, leftOut, changed }: PreviewProps["summary"]) {
  const all = leftOut + changed;
  if (all === 0) return null;
  const words = [
    leftOut > 0 && `${format(leftOut)} can't be taken`,
    changed > 0 && `${format(changed)} taken without a part`,
  ].filter(Boolean);
  return (
    <details className="card-panel">
      <summary className="text-link">{words.join(", ")}</summary>
      <ul className="rows mt-2">
        {problems.map(({ line, title, why, isTaken }, index) => (
          <li key={index} className="row">
            <p>
              Line {line}
              {title !== "" && (
                <>
                  : <bdi>{title}</bdi>
                </>
              )}
            </p>
            <p className="hint">
              {why} {!isTaken && "Stays out."}
            </p>
          </li>
        ))}
      </ul>
      {all > problems.length && <p className="hint">And {format(all - problems.length)} more.</p>}
    </details>
  );
}
