import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import {
  kindNames,
  type newWebhook,
  type webhookChange,
  webhookKinds,
} from "#app/domain/webhooks/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface WebhookFormProps {
  schema: typeof newWebhook | typeof webhookChange;
  kinds: readonly (keyof typeof webhookKinds)[];
  addressHint: string;
  isAddressRequired?: boolean;
  submitText: string;
  cancelTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function WebhookForm(props: WebhookFormProps) {
  const {
    schema,
    addressHint,
    isAddressRequired = false,
    submitText,
    cancelTo,
    lastResult,
  } = props;
  const [form, { address, kinds }] = useZodForm({
    id: "webhook",
    schema,
    defaultValue: { address: "", kinds: props.kinds.map((value) => ({ value })) },
    lastResult,
  });
  const chosen = checkedIn(kinds.initialValue);
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={address}
        label="Address"
        hint={addressHint}
        placeholder="https://program.example/mila"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required={isAddressRequired}
      />
      <fieldset className="min-w-0" aria-describedby={kinds.errors ? "kinds-error" : undefined}>
        <legend className="group-legend">What should it hear of?</legend>
        <div className="choices">
          {kindNames.map((kind, index) => (
            <label key={kind} className="choice-row">
              <input
                type="checkbox"
                name={`${kinds.name}[${index}].value`}
                value={kind}
                defaultChecked={chosen.includes(kind)}
                aria-invalid={kinds.errors ? true : undefined}
              />
              <span className="min-w-0">
                <span className="font-semibold">{webhookKinds[kind]}</span>
                <span className="hint block">{kind}</span>
              </span>
            </label>
          ))}
        </div>
        {kinds.errors && (
          <p id="kinds-error" className="field-error">
            {kinds.errors.join(" ")}
          </p>
        )}
      </fieldset>
      <SaveRow cancelTo={cancelTo}>{submitText}</SaveRow>
    </Form>
  );
}

function checkedIn(boxes: string | ({ value?: string } | undefined)[] | undefined) {
  return Array.isArray(boxes) ? boxes.map((box) => box?.value) : [];
}
