import type { FieldMetadata } from "@conform-to/react";
import { categories, lastDate, textLength } from "#app/domain/core/limits.ts";
import { nobody } from "#app/domain/tasks/input.ts";
import { Field, fieldProps, SelectField, TextField } from "../kit/field.tsx";

interface TaskFieldsProps {
  fields: Record<
    "title" | "category" | "dueDate" | "assignee" | "aboutId" | "description",
    FieldMetadata<unknown>
  >;
  /** Set only if the due date's zone differs from the viewer's. */
  timeZone: string | null;
  /** The household. */
  people: readonly { id: string; label: string }[];
  /** The person whom it is about, if they have left. */
  former?: { id: string; label: string } | null;
}

export function TaskFields({ fields, timeZone, people, former = null }: TaskFieldsProps) {
  const { title, category, description, dueDate, assignee, aboutId } = fields;
  const text = plain(description);
  const dueHint = timeZone ? `Time zone: ${timeZone}` : undefined;
  return (
    <>
      <TextField
        field={plain(title)}
        label="Title"
        maxLength={textLength.title}
        dir="auto"
        required
      />
      <SelectField field={plain(category)} label="Category">
        {categories.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      <TextField
        field={plain(dueDate)}
        label="Due date"
        hint={dueHint}
        type="datetime-local"
        max={`${lastDate}T23:59`}
      />
      <Who field={plain(assignee)} people={people} />
      <SelectField field={plain(aboutId)} label="About">
        <option value={nobody}>Nobody</option>
        {[...people, ...(former ? [former] : [])].map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field id={text.id} label="Description" errors={text.errors}>
        <textarea
          {...fieldProps(text.id, { errors: text.errors })}
          name={text.name}
          defaultValue={text.initialValue}
          maxLength={textLength.description}
          rows={4}
          dir="auto"
        />
      </Field>
    </>
  );
}

interface WhoProps extends Pick<TaskFieldsProps, "people"> {
  field: ReturnType<typeof plain>;
}

/** Also offers a name that is nobody's in the household, as long as the task has it. */
function Who({ field, people }: WhoProps) {
  const { initialValue: name } = field;
  const isElse = name !== undefined && people.every(({ label }) => label !== name);
  return (
    <SelectField field={field} label="Who">
      <option value="">Anyone</option>
      {people.map(({ id, label }) => (
        <option key={id}>{label}</option>
      ))}
      {isElse && <option>{name}</option>}
    </SelectField>
  );
}

/** Replaces the brackets and dots of names like `drafts[0].title`, which break selectors. */
function plain({ id, name, initialValue, errors }: FieldMetadata<unknown>) {
  return {
    id: id.replaceAll(/[^\w-]/g, "-"),
    name,
    initialValue: typeof initialValue === "string" ? initialValue : undefined,
    errors,
  };
}
