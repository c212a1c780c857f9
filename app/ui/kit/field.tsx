import type { InputHTMLAttributes, ReactNode } from "react";

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  errors?: string[];
  children: ReactNode;
}

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
  field: {
    id: string;
    name: string;
    initialValue: string | undefined;
    errors: string[] | undefined;
  };
  label: string;
  hint?: string;
}

export function TextField({
  field,
  label,
  hint,
  ...input
}: ControlProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, name, initialValue, errors } = field;
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      <input
        {...fieldProps(id, { hint, errors })}
        name={name}
        type="text"
        defaultValue={initialValue}
        {...input}
      />
    </Field>
  );
}

export function SelectField({
  field,
  label,
  hint,
  children,
}: ControlProps & { children: ReactNode }) {
  const { id, name, initialValue, errors } = field;
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      <select {...fieldProps(id, { hint, errors })} name={name} defaultValue={initialValue}>
        {children}
      </select>
    </Field>
  );
}

export function fieldProps(id: string, { hint, errors }: { hint?: string; errors?: string[] }) {
  const describedBy = [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    className: "control",
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
}
