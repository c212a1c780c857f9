import type { InputHTMLAttributes } from "react";

interface ToggleProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> {
  id: string;
  label: string;
  hint: string;
}

export function Toggle({ id, label, hint, ...input }: ToggleProps) {
  return (
    <div className="toggle">
      <div className="grow">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        aria-describedby={`${id}-hint`}
      />
    </div>
  );
}
