import { type FormEvent, useRef } from "react";
import { textLength } from "#app/domain/tasks/limits.ts";
import { LookButton, SendButton } from "./add-task-buttons.tsx";
import { UnsavedRequests } from "./unsaved-requests.tsx";
import { useLook } from "#app/client/dialog/use-confirm-draft.ts";
import { useRequests } from "#app/client/saving/use-requests.ts";
import { useRotatingHint } from "#app/client/use-rotating-hint.ts";
import { useVoice } from "#app/client/voice/use-voice.ts";
import { VoiceButton, VoiceState } from "./voice-button.tsx";

interface AddTaskProps {
  requestId: string;
  /** What was typed before signing in again, or what the server could not take. */
  text: string;
  errors?: string[];
}

/** The assistant's input. With JavaScript what was said shows below it at once, and the input is ready for the next. */
export function AddTask({ requestId, text, errors }: AddTaskProps) {
  const { say, isSending, onItsWay, unsaved } = useRequests();
  const form = useRef<HTMLFormElement>(null);
  const { look, lookedAt } = useLook(form);
  const voice = useVoice((words) => look(words, { wasSpoken: true }));
  const pending = onItsWay ?? lookedAt;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("text") as HTMLInputElement;
    if (!input.value.trim() || isSending) return;
    const isLook = (event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction");
    if (isLook) return look(input.value);
    // The id in the form is for the one time that it is sent without JavaScript.
    say({ words: input.value, requestId: randomId() });
    input.value = "";
    input.focus();
  };

  return (
    <div className="add-task">
      <form
        ref={form}
        method="post"
        action="/dashboard"
        className="add-task-form"
        onSubmit={onSubmit}
        autoComplete="off"
      >
        <input type="hidden" name="requestId" value={requestId} />
        <RequestInput text={text} errors={errors} />
        <VoiceButton voice={voice} />
        <SendButton isSending={isSending} />
        <LookButton />
      </form>
      {errors && (
        <p id="add-task-error" className="field-error">
          {errors.join(" ")}
        </p>
      )}
      <VoiceState voice={voice} />
      {pending && (
        <p className="add-task-pending" dir="auto">
          {pending}
        </p>
      )}
      <UnsavedRequests requests={unsaved} isSending={isSending} say={say} />
    </div>
  );
}

function RequestInput({ text, errors }: Pick<AddTaskProps, "text" | "errors">) {
  const hint = useRotatingHint();
  return (
    <>
      <label className="sr-only" htmlFor="add-task-text">
        What do you need?
      </label>
      <input
        id="add-task-text"
        type="text"
        name="text"
        className="add-task-input"
        defaultValue={text}
        placeholder={hint}
        maxLength={textLength.request}
        enterKeyHint="send"
        dir="auto"
        required
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "add-task-error" : undefined}
      />
    </>
  );
}

/** `crypto.randomUUID` is not there on plain http at home. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
