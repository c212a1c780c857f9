import type { FieldMetadata } from "@conform-to/react";
import { passwordLength } from "#app/domain/accounts/input.ts";
import { Field, fieldProps } from "./field.tsx";

interface PasswordFieldProps {
  field: FieldMetadata<string>;
  label: string;
  kind: "current" | "new";
  minLength?: number;
}

export function PasswordField({ field, label, kind, minLength }: PasswordFieldProps) {
  const hint = kind === "new" ? `At least ${passwordLength.min} characters` : undefined;
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors}>
      <input
        {...fieldProps(field.id, { hint, errors: field.errors })}
        name={field.name}
        type="password"
        autoComplete={`${kind}-password`}
        minLength={kind === "new" ? passwordLength.min : minLength}
        maxLength={passwordLength.max}
        required
      />
    </Field>
  );
}
