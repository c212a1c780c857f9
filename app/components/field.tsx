import type { ReactNode } from "react";

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
