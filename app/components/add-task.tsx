import { ListChecks, SendHorizontal } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { textLength } from "#app/domain/tasks/limits.ts";
import { useAttempts } from "./use-attempts.ts";
import { useLook } from "./use-look.ts";
import { useRotatingHint } from "./use-rotating-hint.ts";
import { useVoice } from "./voice/use-voice.ts";
import { VoiceButton, VoiceState } from "./voice/voice-button.tsx";

interface Said {
  words: string;
  requestId: string;
}

interface AddTaskProps {
  requestId: string;
  /** What was typed before signing in again, or what the server could not take. */
  text: string;
  errors?: string[];
}

/** The assistant's input. With JavaScript what was said shows below it at once, and the input is ready for the next. */
export function AddTask({ requestId, text, errors }: AddTaskProps) {
  const { fetcher, send, isSending, failure } = useAttempts<{ errors?: string[] }>("add-task");
  const [said, setSaid] = useState<Said>({ words: "", requestId: "" });
  // What was said earlier and is not saved: nothing that was typed is lost by saying something else.
  const [failedBefore, setFailedBefore] = useState<(Said & { why: string[] })[]>([]);
  const hint = useRotatingHint();
  const form = useRef<HTMLFormElement>(null);
  const { look, lookedAt } = useLook(form);
  const voice = useVoice((words) => look(words, { wasSpoken: true }));
  const pending = isSending ? said.words : lookedAt;
  const why = isSending ? undefined : (failure && [failure.title, failure.message]) || fetcher.data?.errors;
  const failed = why ? [...failedBefore, { ...said, why }] : failedBefore;

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
  // Again under the same id: it may be saved, and only the answer lost.
  const say = (next: Said) => {
    setFailedBefore(failed.filter((attempt) => attempt.requestId !== next.requestId));
    setSaid(next);
    send({ text: next.words, requestId: next.requestId }, { method: "post", action: "/dashboard" });
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
        <VoiceButton voice={voice} />
        <button
          type="submit"
          className="add-task-send"
          aria-label="Send"
          disabled={isSending}
          aria-busy={isSending || undefined}
        >
          <SendHorizontal className="icon" aria-hidden="true" />
        </button>
        {/* After it: Enter presses the first button of a form. */}
        <button
          type="submit"
          className="add-task-look"
          aria-label="Look before adding"
          formMethod="get"
          formAction="/tasks/confirm"
        >
          <ListChecks className="icon" aria-hidden="true" />
        </button>
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
      {failed.length > 0 && (
        <div className="add-task-unsaved">
          {failed.map((attempt) => (
            <p key={attempt.requestId} className="add-task-failed" role="alert">
              <span>
                {attempt.why.join(" ")} <q dir="auto">{attempt.words}</q>
              </span>
              <button type="button" className="text-link" disabled={isSending} onClick={() => say(attempt)}>
                Try again
              </button>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** `crypto.randomUUID` is not there on plain http at home. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
