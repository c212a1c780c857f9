import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { channelFacts } from "#app/channels.ts";
import { type TextChannel, typedCode } from "#app/domain/preferences/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { ChannelIcon } from "./channel-icon.tsx";

interface PhoneCodeProps {
  waiting: { number: string; state: string; channels: TextChannel[] };
  lastResult?: SubmissionResult<string[]>;
}

const action = "/preferences/notifications/code";

export function PhoneCode({ waiting: { number, state, channels }, lastResult }: PhoneCodeProps) {
  const { formAction } = useNavigation();
  const [form, { code }] = useZodForm({ id: "phone-code", schema: typedCode, lastResult });
  return (
    <section className="card-panel stack" aria-labelledby="phone-code-title">
      <h2 id="phone-code-title" className="section-title">
        Waiting for the code
      </h2>
      <p>Is {number} yours? Type in the code from my message, and your reminders will go there.</p>
      <p className="hint">The code: {state}</p>
      <Form method="post" action={action} {...getFormProps(form)} className="stack">
        <TextField
          field={code}
          label="Code"
          hint="6 digits. It works for 15 minutes"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
        />
        <div className="button-row">
          <SubmitButton
            className="button-primary"
            isBusy={formAction === action}
            busyText="Checking..."
          >
            Confirm number
          </SubmitButton>
        </div>
      </Form>
      {channels.length > 0 && (
        <Form method="post" action={`${action}/new`} className="button-row justify-start">
          {channels.map((channel) => (
            <button
              key={channel}
              type="submit"
              name="channel"
              value={channel}
              className="button-secondary"
            >
              <ChannelIcon channel={channel} />
              New code by {channelFacts[channel].name}
            </button>
          ))}
        </Form>
      )}
    </section>
  );
}
