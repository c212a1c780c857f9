import type { InputHTMLAttributes, ReactNode } from "react";
import { useInBrowser } from "./use-in-browser.ts";

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  errors?: string[];
  children: ReactNode;
}

/**
 * Announces an error that appears while the field has the focus: screen readers describe a field
 * only when the focus arrives.
 */
export function Field({ id, label, hint, errors, children }: FieldProps) {
  const hasFocus = useInBrowser(() => document.activeElement?.id === id, false);
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
        <p id={`${id}-error`} className="field-error" role={hasFocus ? "alert" : undefined}>
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
    // Without an explicit "false", screen readers call an untouched required date invalid.
    "aria-invalid": errors !== undefined,
    "aria-describedby": describedBy || undefined,
  };
}
