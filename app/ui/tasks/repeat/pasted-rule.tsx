import type { FieldMetadata } from "@conform-to/react";
import { Field, fieldProps } from "#app/ui/kit/field.tsx";

const hint =
  "Its RRULE line, such as RRULE:FREQ=WEEKLY;BYDAY=TU. It counts instead of what you chose above.";

export function PastedRule({
  field: { id, name, initialValue, errors },
}: {
  field: FieldMetadata<string>;
}) {
  return (
    <details open={Boolean(errors ?? initialValue)}>
      <summary className="text-link">Paste a rule from another calendar</summary>
      <div className="mt-2">
        <Field id={id} label="Rule" hint={hint} errors={errors}>
          <textarea
            {...fieldProps(id, { hint, errors })}
            name={name}
            rows={3}
            defaultValue={initialValue}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
          />
        </Field>
      </div>
    </details>
  );
}
