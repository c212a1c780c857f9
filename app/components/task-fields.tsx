import type { FieldMetadata } from "@conform-to/react";
import { categories, lastDate, textLength } from "#app/domain/tasks/limits.ts";
import { Field, fieldProps } from "./field.tsx";

interface TaskFieldsProps {
  fields: Record<"title" | "category" | "dueDate" | "assignee" | "description", FieldMetadata<unknown>>;
  /** The zone of the due date, when it is not the viewer's. */
  timeZone: string | null;
}

/** What a task is made of, as it is edited and as it is confirmed. */
export function TaskFields({ fields, timeZone }: TaskFieldsProps) {
  const { title, category, description, dueDate, assignee } = fields;
  const dueHint = timeZone ? `In the time zone ${timeZone}` : undefined;
  return (
    <>
      <Field id={idOf(title)} label="Title" errors={title.errors}>
        <input
          {...fieldProps(idOf(title), { errors: title.errors })}
          name={title.name}
          type="text"
          defaultValue={initial(title)}
          maxLength={textLength.title}
          dir="auto"
          required
        />
      </Field>
      <Field id={idOf(category)} label="Category" errors={category.errors}>
        <select
          {...fieldProps(idOf(category), { errors: category.errors })}
          name={category.name}
          defaultValue={initial(category)}
        >
          {categories.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </Field>
      <Field id={idOf(dueDate)} label="Due date" hint={dueHint} errors={dueDate.errors}>
        <input
          {...fieldProps(idOf(dueDate), { hint: dueHint, errors: dueDate.errors })}
          name={dueDate.name}
          type="datetime-local"
          max={`${lastDate}T23:59`}
          defaultValue={initial(dueDate)}
        />
      </Field>
      <Field id={idOf(assignee)} label="Who does it" errors={assignee.errors}>
        <input
          {...fieldProps(idOf(assignee), { errors: assignee.errors })}
          name={assignee.name}
          type="text"
          defaultValue={initial(assignee)}
          maxLength={textLength.assignee}
          dir="auto"
        />
      </Field>
      <Field id={idOf(description)} label="Description" errors={description.errors}>
        <textarea
          {...fieldProps(idOf(description), { errors: description.errors })}
          name={description.name}
          defaultValue={initial(description)}
          maxLength={textLength.description}
          rows={4}
          dir="auto"
        />
      </Field>
    </>
  );
}

/** What stood in the field, or was typed into it before. */
function initial(field: FieldMetadata<unknown>): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}

/** Conform's ids hold the brackets and dots of names like `drafts[0].title`, which selectors stumble over. */
function idOf(field: FieldMetadata<unknown>): string {
  return field.id.replaceAll(/[^\w-]/g, "-");
}
