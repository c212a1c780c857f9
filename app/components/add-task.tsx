import { ListChecks, SendHorizontal } from "lucide-react";
import { useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { textLength } from "#app/domain/tasks/input.ts";
import { useAttempts } from "./use-attempts.ts";
import { useRotatingHint } from "./use-rotating-hint.ts";

interface AddTaskProps {
  requestId: string;
  /** What was typed before signing in again, or what the server could not take. */
  text: string;
  errors?: string[];
}

/** The assistant's input. With JavaScript what was said shows below it at once, and the input is ready for the next. */
export function AddTask({ requestId, text, errors }: AddTaskProps) {
  const { fetcher, send, isSending, failure } = useAttempts<{ errors?: string[] }>("add-task");
  const [said, setSaid] = useState("");
  const hint = useRotatingHint();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useClearedWhenConfirmed(form);
  const refused = isSending ? undefined : (failure && [failure.title, failure.message]) || fetcher.data?.errors;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("text") as HTMLInputElement;
    if (!input.value.trim() || isSending) return;
    const isLook = (event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction");
    if (isLook) return navigate(confirmPath(input.value), { preventScrollReset: true });
    say(input.value);
    input.value = "";
    input.focus();
  };
  const say = (words: string) => {
    setSaid(words);
    // The id in the form is for the one time that it is sent without JavaScript.
    send({ text: words, requestId: randomId() }, { method: "post", action: "/dashboard" });
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
      {isSending && (
        <p className="add-task-pending" dir="auto">
          {said}
        </p>
      )}
      {refused && (
        <p className="add-task-failed" role="alert">
          {refused.join(" ")} <q dir="auto">{said}</q>
          <button type="button" className="text-link" onClick={() => say(said)}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

/** The dialog that shows what was understood before it is saved. */
function confirmPath(text: string): string {
  return `/tasks/confirm?${new URLSearchParams({ text })}`;
}

/** What somebody looked at stays in the input until it is saved, so that Cancel loses nothing. */
function useClearedWhenConfirmed(form: RefObject<HTMLFormElement>): void {
  const { formAction, location } = useNavigation();
  const isConfirmed = formAction?.startsWith("/tasks/confirm") && location?.pathname === "/dashboard";
  useEffect(() => {
    if (isConfirmed) form.current?.reset();
  }, [isConfirmed, form]);
}

/** `crypto.randomUUID` is not there on plain http at home. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
