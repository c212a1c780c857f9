import type { InputHTMLAttributes, ReactNode } from "react";

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  errors?: string[];
  /** The control; it carries `fieldProps(id, …)`. */
  children: ReactNode;
}

/** A form control with its label, a hint, and beside it what is wrong. */
export function Field({ id, label, hint, errors, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {errors && (
        <p id={`${id}-error`} className="field-error">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  /** As the form knows it: `FieldMetadata`, or what it has of it. */
  field: { id: string; name: string; initialValue: string | undefined; errors: string[] | undefined };
  label: string;
  hint?: string;
}

/** One line to be typed, or what browsers have for its `type`. */
export function TextField({ field, label, hint, ...input }: ControlProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, name, initialValue, errors } = field;
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      <input {...fieldProps(id, { hint, errors })} name={name} type="text" defaultValue={initialValue} {...input} />
    </Field>
  );
}

/** One of several; the children are its options. */
export function SelectField({ field, label, hint, children }: ControlProps & { children: ReactNode }) {
  const { id, name, initialValue, errors } = field;
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      <select {...fieldProps(id, { hint, errors })} name={name} defaultValue={initialValue}>
        {children}
      </select>
    </Field>
  );
}

/** What ties a control to its label, hint and error. */
export function fieldProps(id: string, { hint, errors }: { hint?: string; errors?: string[] }) {
  const describedBy = [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    className: "control",
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
}
