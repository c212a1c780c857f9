import { type FieldMetadata, getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import {
  notificationSettings,
  type NotificationSwitch,
  type ShownSettings,
} from "#app/domain/preferences/input.ts";
import { Field, fieldProps } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { Toggle } from "../kit/toggle.tsx";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { useZodForm } from "../kit/use-zod-form.ts";

interface NotificationSettingsFormProps {
  saved: ShownSettings;
  /** True if the number is not confirmed yet. */
  isWaiting: boolean;
  email: string;
  lastResult?: SubmissionResult<string[]>;
}

const phoneHint = "Outside the US, start with + and the country code, like +44";

export function NotificationSettingsForm({
  saved,
  isWaiting,
  email,
  lastResult,
}: NotificationSettingsFormProps) {
  const isBusy = useNavigation().formAction === "/preferences/notifications";
  const [form, fields] = useZodForm({
    id: "notification-settings",
    schema: notificationSettings,
    defaultValue: saved,
    lastResult,
    shouldRevalidate: "onSubmit",
  });
  const { phoneNumber, smsEnabled, whatsappEnabled } = fields;
  const [typed, setTyped] = useTyped(saved.phoneNumber, phoneNumber.initialValue);
  const isPhoneMissing = useInBrowser(() => true, false) && !typed.trim();
  const switches = describeSwitches(email);
  const switchNames = Object.keys(switches) as Switch[];
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <Field id={phoneNumber.id} label="Phone number" hint={phoneHint} errors={phoneNumber.errors}>
        <input
          {...fieldProps(phoneNumber.id, { hint: phoneHint, errors: phoneNumber.errors })}
          name={phoneNumber.name}
          type="tel"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="(201) 555-0123"
          autoComplete="tel"
          maxLength={40}
        />
      </Field>
      <TextToggle
        field={smsEnabled}
        label="SMS"
        isWaiting={isWaiting && saved.smsEnabled}
        isDisabled={isPhoneMissing}
      />
      <TextToggle
        field={whatsappEnabled}
        label="WhatsApp"
        isWaiting={isWaiting && saved.whatsappEnabled}
        isDisabled={isPhoneMissing}
      />
      {switchNames.map((name) => (
        <Toggle
          key={name}
          {...switches[name]}
          id={fields[name].id}
          name={name}
          defaultChecked={fields[name].initialValue === "on"}
        />
      ))}
      <input type="hidden" name="hasGiven" value="on" />
      <SaveRow isBusy={isBusy}>Save Settings</SaveRow>
    </Form>
  );
}

type Switch = Exclude<NotificationSwitch, "smsEnabled" | "whatsappEnabled">;

function describeSwitches(email: string): Record<Switch, { label: string; hint: string }> {
  return {
    emailEnabled: {
      label: "Email Notifications",
      hint: `Sent to ${email} when all other ways are off`,
    },
    otherWayEnabled: {
      label: "Email as a Backup",
      hint: "If your other ways don't work, I send an email instead. Email Notifications must be on",
    },
    nextWayEnabled: {
      label: "Try My Next Way",
      hint: "I start with your best way only. If you haven't seen a reminder after 10 minutes, the next way gets it too, and so on",
    },
    nagEnabled: {
      label: "Nag Me",
      hint: "I repeat a reminder every 10 minutes until you've seen it or its task is done, three times at most",
    },
    givenEnabled: {
      label: "When Someone Gives Me a Task",
      hint: "I tell you two minutes later, unless it was only a slip",
    },
  };
}

interface TextToggleProps {
  field: FieldMetadata<boolean>;
  label: string;
  isWaiting: boolean;
  isDisabled: boolean;
}

function TextToggle({ field, label, isWaiting, isDisabled }: TextToggleProps) {
  const [isOn, setOn] = useState(field.initialValue === "on");
  return (
    <Toggle
      id={field.id}
      name={field.name}
      label={`${label} Notifications`}
      hint={`Receive task reminders via ${label}${isWaiting ? " (waiting for the code)" : ""}`}
      checked={isOn && !isDisabled}
      onChange={(event) => setOn(event.target.checked)}
      disabled={isDisabled}
    />
  );
}

/** Saving replaces the typed number with the one the server formatted. */
function useTyped(saved: string, initial: string | undefined) {
  const [typed, setTyped] = useState(initial ?? "");
  const [before, setBefore] = useState(saved);
  if (saved !== before) {
    setBefore(saved);
    setTyped(saved);
  }
  return [typed, setTyped] as const;
}
