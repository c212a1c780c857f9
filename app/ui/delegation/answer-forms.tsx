import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { lineLength } from "#app/domain/delegation/limits.ts";
import { EnterButton } from "../kit/enter-button.tsx";
import { Field, fieldProps } from "../kit/field.tsx";
import { SeenDue } from "../kit/hidden-fields.tsx";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { answers } from "./copy.ts";

interface AnswerFormProps {
  dueLocal: string | null;
  isForAll: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function AnswerForm({ dueLocal, isForAll, lastResult }: AnswerFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const errors = lastResult?.error?.line ?? undefined;
  return (
    <Form method="post" className="stack">
      {/* Keeps Enter in the note from pressing "Yes". */}
      <EnterButton />
      {dueLocal !== null && <SeenDue due={{ local: dueLocal }} />}
      <Field id="line" label="Add a note (optional)" errors={errors}>
        <input
          {...fieldProps("line", { errors })}
          type="text"
          name="line"
          defaultValue={String(lastResult?.initialValue?.line ?? "")}
          maxLength={lineLength}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <button
        type="submit"
        name="answer"
        value="accept"
        className="button-primary"
        {...whenBusy(isBusy)}
      >
        <Icon name="check" />
        {isForAll ? answers.acceptAll : answers.accept}
      </button>
      {isForAll && (
        <button
          type="submit"
          name="answer"
          value="accept_once"
          className="button-secondary"
          {...whenBusy(isBusy)}
        >
          <Icon name="check" />
          {answers.acceptOnce}
        </button>
      )}
      <button
        type="submit"
        name="answer"
        value="decline"
        className="button-secondary"
        {...whenBusy(isBusy)}
      >
        <Icon name="x" />
        {answers.decline}
      </button>
      {lastResult?.error?.answer && (
        <p className="field-error">{lastResult.error.answer.join(" ")}</p>
      )}
    </Form>
  );
}

export function DoneForm({
  dueLocal,
  isPrimary = true,
}: {
  dueLocal: string | null;
  isPrimary?: boolean;
}) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" className={isPrimary ? undefined : "mt-3"}>
      {dueLocal !== null && <SeenDue due={{ local: dueLocal }} />}
      <button
        type="submit"
        name="answer"
        value="done"
        className={`${isPrimary ? "button-primary" : "button-secondary"} w-full`}
        {...whenBusy(isBusy)}
      >
        <Icon name="check" />
        It&apos;s done
      </button>
    </Form>
  );
}

/** Lets the delegate change their mind. */
export function OneAnswerForm({
  answer,
  words,
  dueLocal = null,
  isPrimary = false,
}: {
  answer: "accept" | "accept_once" | "decline" | "decline_once";
  words: string;
  /** The due date that an answer for one date applies to. */
  dueLocal?: string | null;
  isPrimary?: boolean;
}) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="mt-3">
      {dueLocal !== null && <SeenDue due={{ local: dueLocal }} />}
      <button
        type="submit"
        name="answer"
        value={answer}
        className={`${isPrimary ? "button-primary" : "button-secondary"} w-full`}
        {...whenBusy(isBusy)}
      >
        {words}
      </button>
    </Form>
  );
}
