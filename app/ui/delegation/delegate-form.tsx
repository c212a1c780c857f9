import type { SubmissionResult } from "@conform-to/react";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { relationLabels } from "../family/relation-labels.ts";
import { LeaveLink } from "../shell/form-page.tsx";
import { PageForm } from "../shell/page-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { Choices } from "./choices.tsx";

interface DelegateFormProps {
  delegates: { id: string; name: string; relation: keyof typeof relationLabels; reach: string[] }[];
  methods: { method: AskMethod; problem: string | null }[];
  familyMemberId: string;
  method: AskMethod;
  preview: string;
  /** "every Tuesday", if it repeats. */
  following: string | null;
  /** The open request's state as shown, to detect a change in the meantime. */
  shown: string;
  isAgain: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const methodLabels = {
  sms: "SMS",
  whatsapp: "WhatsApp",
  email: "Email",
  link: "Copy a link",
} as const;

export function DelegateForm({
  delegates,
  methods,
  preview,
  following,
  shown,
  isAgain,
  lastResult,
  ...chosen
}: DelegateFormProps) {
  const { error, initialValue } = lastResult ?? {};
  const typed = { ...chosen, scope: "one", ...initialValue };
  const canSend = methods.some(({ method, problem }) => method !== "link" && problem === null);
  return (
    <PageForm className="card-panel stack" preventScrollReset>
      {error?.[""] && (
        <p role="alert" className="notice" dir="auto">
          {error[""].join(" ")}
        </p>
      )}
      <input type="hidden" name="shown" value={shown} />
      <Choices
        name="familyMemberId"
        legend={isAgain ? "Ask again, or ask someone else?" : "Who should I ask?"}
        chosen={String(typed.familyMemberId)}
        errors={error?.familyMemberId}
        choices={delegates.map(({ id, name, relation, reach }) => ({
          value: id,
          label: name,
          hint: [relationLabels[relation], ...reach].join(" · "),
          isDisabled: false,
        }))}
      />
      <Choices
        name="method"
        legend="How should I ask?"
        chosen={String(typed.method)}
        errors={error?.method}
        choices={methods.map(({ method, problem }) => ({
          value: method,
          label: methodLabels[method],
          hint: problem ?? (method === "link" ? "You send it yourself" : null),
          isDisabled: problem !== null,
        }))}
      />
      {following && (
        <Choices
          name="scope"
          legend="What should I ask for?"
          chosen={String(typed.scope)}
          choices={[
            { value: "one", label: "Only this one", hint: null, isDisabled: false },
            {
              value: "all",
              label: "All of them",
              hint: `I add: “and then ${following}, if you like”`,
              isDisabled: false,
            },
          ]}
        />
      )}
      {canSend && (
        <figure>
          <figcaption className="font-bold">What they&apos;ll see</figcaption>
          <p className="message-preview" dir="auto">
            {preview}
          </p>
        </figure>
      )}
      <div className="button-row">
        <LeaveLink>Cancel</LeaveLink>
        <SubmitButton className="button-primary" busyText="Asking...">
          Delegate
        </SubmitButton>
      </div>
    </PageForm>
  );
}
